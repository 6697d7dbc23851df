import {
  ERROR_EXITS,
  isErrorCode,
  SYSTEM_ERRORS,
  toCodeWord,
  type FailureName,
  type SignalExitName,
} from 'surety/unstable/contract'
import { stripVTControlCharacters } from 'node:util'

import { parseContainer } from './data.ts'
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

/** Finds out why a run failed: from the framework, the error, a document, the system; never by guessing. */
export function findFailure(end: End, heard: Heard, printed: string): Failure {
  const message = () => messageOf(heard, printed, end)
  if (end.signal || [129, 130, 143].includes(end.exit)) return ofSignal(end)
  if (heard.refusal) return ofCode(heard.refusal.code, heard.refusal.message || message())
  const { error } = heard.thrown ?? {}
  const own = ownCode(error)
  if (own) return ofCode(own, message(), isSystemError(error))
  for (const text of [printed, heard.stderr]) {
    const said = documentedError(text)
    if (said) return said
  }
  const errno = /\b(E[A-Z]{2,})\b: /.exec(heard.stderr)?.[1]
  if (errno && Object.hasOwn(SYSTEM_ERRORS, errno)) return ofCode(errno, message(), true)
  return ofCode('COMMAND_FAILED', message())
}

function ofSignal({ exit, signal }: End): Failure {
  const name =
    signal ?? ({ 129: 'SIGHUP', 130: 'SIGINT' } as Record<number, string>)[exit] ?? 'SIGTERM'
  const isInterrupt = name === 'SIGINT'
  const ended = name === 'SIGHUP' ? 'HUNG_UP' : 'TERMINATED'
  return {
    code: isInterrupt ? 'INTERRUPTED' : 'CANCELLED',
    message: `${name} ended the command.`,
    exit: isInterrupt ? 'INTERRUPTED' : ended,
  }
}

function ofCode(code: string, message: string, isSystem = false): Failure {
  const known = isSystem ? (SYSTEM_ERRORS[code]?.code ?? 'SYSTEM_ERROR') : code
  const exit = isErrorCode(known) ? ERROR_EXITS[known] : 'GENERAL_ERROR'
  return { code: known, message, exit }
}

/** The code of an error, if it is one word. */
function ownCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Za-z]\w*$/.test(code) ? code : undefined
}

function isSystemError(error: unknown): boolean {
  const { code, errno, syscall } = error as NodeJS.ErrnoException
  return (
    Object.hasOwn(SYSTEM_ERRORS, code!) ||
    (typeof errno === 'number' && typeof syscall === 'string')
  )
}

/** Reads a document in which a program says why it failed: `{"error": {"code": …, "message": …}}` or a text. */
function documentedError(text: string): Failure | undefined {
  const start = text.search(/^[[{]/m)
  const document =
    parseContainer(text) ?? (start < 0 ? undefined : parseContainer(text.slice(start)))
  const { error } = (document ?? {}) as { readonly error?: unknown }
  const { code, message } = (
    typeof error === 'object' && error !== null ? error : { message: error }
  ) as Record<string, unknown>
  if (typeof message !== 'string' || message === '') return undefined
  const word = typeof code === 'string' ? toCodeWord(code) : ''
  return ofCode(word || 'COMMAND_FAILED', message)
}

/** Where an error was thrown, with the members that Node prints after it, and the version that a crash ends with. */
const STACK =
  /(?:\n[ \t]+(?:at |\.{3} \d+ lines matching )[^\n]*)+(?:(?<=\{)(?:\n[ \t][^\n]*)*\n\})?(?:\n+Node\.js v[\d.]+\s*$)?/g

/** Finds the words that tell best what went wrong. */
function messageOf({ thrown, stderr }: Heard, printed: string, { exit }: End): string {
  const { error } = thrown ?? {}
  const { message } = (error ?? {}) as { readonly message?: unknown }
  if (typeof message === 'string' && message !== '') return message
  if (typeof error === 'string' && error.trim() !== '') return error
  if (thrown) return `${String(error)} was thrown.`
  const isDocument = parseContainer(printed) !== undefined
  return (
    lastWords(stderr) || (!isDocument && lastWords(printed)) || `The command exited with ${exit}.`
  )
}

/** Takes the end of a text: programs print their progress first and their error last. */
function lastWords(text: string): string {
  const plain = stripVTControlCharacters(text).replaceAll(STACK, '').trim()
  const last = plain.split(/\n\s*\n/).at(-1)!
  const message = last.replace(/^\s*(?:uncaught\s+)?[a-z]*error:?\s+/i, '').trim()
  return message.length > 1000 ? `...${message.slice(-1000)}` : message
}
