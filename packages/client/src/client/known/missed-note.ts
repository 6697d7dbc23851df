import {
  effectOf,
  knownEnd,
  plainCallOf,
  settlesOf,
  startedCall,
  type PlainCall,
} from '../../programs/index.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import type { EndedCommand } from './ended-command.ts'
import { stopNote } from './list-cap.ts'

/** What would be missed of a command. */
export interface Missed {
  readonly kind: 'hidden_failure' | 'stopped_list' | 'doubt'
  /** One line that says it. */
  readonly note: string
}

/**
 * Finds what would be missed of a command: a hidden failure, a list that stopped, a read that settles a doubt. Without a
 * folder no file is looked at.
 */
export async function missedOf(
  ended: EndedCommand,
  cwd: string | null,
): Promise<Missed | undefined> {
  const { command, output, exit } = ended
  // What stands there is most often no part of a word.
  const plain = /[|;&\n]/.test(command) ? undefined : splitWords(command)
  // The parser and the rules are large.
  const line = plain?.ok
    ? undefined
    : await (await import('./missed-in-line.ts')).readEndedLine(ended)
  const words = plain?.ok ? startedCall(plain.words, cwd).words : line?.words
  const hasFailed = exit !== undefined && exit !== 0
  const call = words && (await plainCallOf(words, { hasErrors: hasFailed }))
  if (hasFailed) {
    const doubt = call && doubtNote(call, exit, output)
    return doubt === undefined ? undefined : { kind: 'doubt', note: doubt }
  }
  const hidden = line?.judged.note
  if (hidden) return { kind: 'hidden_failure', note: hidden }
  const list = plain?.ok ? call : line?.list
  const stopped = list && stopNote(list, output)
  const note = stopped?.warnings[0]
  return note === undefined ? undefined : { kind: 'stopped_list', note }
}

/** What says that a change may have happened although the call failed. */
const IN_DOUBT: ReadonlySet<string> = new Set(['GENERAL_ERROR', 'TIMEOUT', 'UNAVAILABLE'])

function doubtNote(call: PlainCall, exit: number, output: string): string | undefined {
  const settles = settlesOf(call)
  if (settles === undefined || effectOf(call) !== 'change') return undefined
  const { failure, answer } = knownEnd(call, { exit, stdout: output, stderr: output })
  if (answer !== undefined || !IN_DOUBT.has(failure?.exit ?? 'GENERAL_ERROR')) return undefined
  return `it may have happened all the same; this tells: ${quoteWords(settles)}`
}
