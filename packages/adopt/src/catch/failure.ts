import {
  ERROR_EXITS,
  isErrorCode,
  SYSTEM_ERRORS,
  toCodeWord,
  type FailureName,
  type SignalExitName,
} from 'surety/unstable/contract'
import { readFailure } from 'surety/unstable/failure-reader'

import type { End } from './end.ts'
import type { Heard } from './heard.ts'

/** Why a run failed. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** The exit of the contract, where the cause is known. */
  readonly exit: FailureName | SignalExitName
  readonly retryable?: boolean | undefined
  readonly suggestion?: string | undefined
}

/** Finds out why a run failed: from the framework, the error, a document, the system, or what it printed; never by guessing. */
export function findFailure(end: End, heard: Heard, printed: string): Failure {
  if (end.signal || [129, 130, 143].includes(end.exit)) return ofSignal(end)
  const { thrown, refusal, stderr } = heard
  if (refusal) return ofCode(refusal.code, refusal.message)
  const said = readFailure({ stdout: printed, stderr })
  const message =
    thrownMessage(thrown) ??
    said.message?.replace(/^error: /i, '') ??
    `The command exited with ${end.exit}.`
  const word = ownCode(thrown?.error) ?? said.code
  if (word === undefined) {
    // An error says by itself what it is.
    const phrase = thrown ? undefined : said.phrase
    return { code: phrase ?? 'COMMAND_FAILED', message, exit: 'GENERAL_ERROR' }
  }
  return ofCode(SYSTEM_ERRORS[word]?.code ?? (toCodeWord(word) || word), message)
}

function ofSignal({ exit, signal }: End): Failure {
  const name =
    signal ?? ({ 129: 'SIGHUP', 130: 'SIGINT' } as Record<number, string>)[exit] ?? 'SIGTERM'
  const message = `${name} ended the command.`
  if (name === 'SIGINT') return { code: 'INTERRUPTED', message, exit: 'INTERRUPTED' }
  return { code: 'CANCELLED', message, exit: name === 'SIGHUP' ? 'HUNG_UP' : 'TERMINATED' }
}

function ofCode(code: string, message: string): Failure {
  return { code, message, exit: isErrorCode(code) ? ERROR_EXITS[code] : 'GENERAL_ERROR' }
}

/** The code of an error, if it is one word. */
function ownCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Za-z]\w*$/.test(code) ? code : undefined
}

function thrownMessage(thrown: Heard['thrown']): string | undefined {
  if (!thrown) return undefined
  const { error } = thrown
  const { message } = (error ?? {}) as { readonly message?: unknown }
  const text = typeof error === 'string' ? error : message
  return typeof text === 'string' && text.trim() !== '' ? text : `${String(error)} was thrown.`
}
