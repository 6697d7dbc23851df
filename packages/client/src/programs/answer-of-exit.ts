import { isWarning } from '@surety/internal/warning-line.ts'
import { PATTERN_FLAGS } from 'surety/unstable/description'
import type { ExitMeaning } from 'surety/unstable/description'

/** What says so itself, also where another program may have printed it. */
const SAYS_ERROR = /^(?:[\w./-]+:? )?(?:fatal|error|err!)(?:\s|:|$)/i

export interface AnswerOfExit {
  readonly text: string
  /** Whether nothing on stderr speaks against it. */
  readonly isBelieved: boolean
  /** Whether it is believed by its own words on stderr, whatever the rules for failures find there. */
  readonly isPlain: boolean
}

/**
 * Reads an exit that means "no", such as that of `grep` without a match. Programs use the same number for failures, so it
 * is believed only if stderr is empty or has nothing but warnings and what belongs to the answer. Of a text that is not
 * its stderr alone, only lines that say "error" or begin with its name count.
 */
export function answerOf(
  meaning: ExitMeaning | undefined,
  stderr: string,
  { program = '', isMixed = false } = {},
): AnswerOfExit | undefined {
  if (typeof meaning !== 'object' || !('success' in meaning)) return undefined
  const { success: text, stderr: own } = meaning
  const expected = own === undefined ? undefined : new RegExp(own, PATTERN_FLAGS)
  const name = program.slice(program.lastIndexOf('/') + 1)
  const isOwn = (line: string) => SAYS_ERROR.test(line) || line.startsWith(`${name}: `)
  const lines = stderr.split('\n').filter((line) => !isWarning(line))
  const against = lines.filter((line) => !expected?.test(line) && (!isMixed || isOwn(line)))
  const isBelieved = against.length === 0
  return { text, isBelieved, isPlain: isBelieved && lines.length > 0 && !isMixed }
}

/** Gives what stands before a line, without warnings. */
export function wordsBefore(stderr: string, line: string): readonly string[] {
  const said = stderr.split('\n').map((each) => each.trim())
  return said.slice(0, said.indexOf(line)).filter((each) => !isWarning(each))
}
