import { ABOUT } from '../report/report.ts'
import type { HelpFacts } from './help-facts.ts'
import { runtimeOf, type Language } from './language.ts'
import { flagCalls, NO_COMMAND, type Declared } from './plan.ts'
import type { Call, Run, Session } from './session.ts'

/** What is known of a program when its rules are judged. */
export interface Known extends Declared {
  readonly session: Session
  readonly help: Run
  readonly version: Run
  readonly facts: HelpFacts
  readonly language: Language | undefined
}

export const asking = (_known: Known): readonly Call[] => [
  { words: ['--help'] },
  { words: ['--version'] },
]
export const plain = ({ reads }: Known): readonly Call[] => reads.map((words) => ({ words }))

/** The calls with an unknown flag whose form fits the help. */
export function flagCallsOf(
  { facts }: Known,
  words: readonly string[],
): readonly (readonly string[])[] {
  const [end = [], second = [], front = []] = flagCalls(words, facts.dash)
  // After one dash the letters may be a short option and its value, which two dashes are not.
  const other = facts.dash === '-' ? flagCalls(words, '--').slice(0, 1) : []
  // Behind a command of the program the words are its own, so that no other place has to refuse.
  const isCommand = facts.commands.includes(words[0] ?? '')
  if (isCommand) return [end, second, ...other]
  return [end, front.length > 0 ? front : second, ...other].filter((each) => each.length > 0)
}

export function flagged(known: Known): readonly Call[] {
  if (handsOn(known) !== undefined) return []
  return working(known).map((words) => ({ words: flagCallsOf(known, words)[0]! }))
}

export function unknownCommand({ reads, facts, session }: Known): Call | undefined {
  const isShown = reads.some(([word = '']) => facts.commands.includes(word))
  if (!isShown || facts.commands.length < 2 || facts.hasDefault || isInterpreter(session))
    return undefined
  return { words: [NO_COMMAND] }
}

/** The reads that do the work of the program: one that asks for its version may end before it sees another flag. */
export function working({ reads }: Pick<Known, 'reads'>): Known['reads'] {
  return reads.filter((words) => !words.some((word) => ABOUT.has(word)))
}

/** The calls that are to be refused. */
export function refusals(known: Known): readonly Call[] {
  const command = unknownCommand(known)
  return [
    ...flagged(known),
    ...(command ? [command] : []),
    ...known.fails.map((words) => ({ words })),
  ]
}

/** Says why no flag of the program can be unknown, if that is so. */
export function handsOn({ session, facts }: Known): string | undefined {
  if (isInterpreter(session)) return 'An interpreter gives words to its script.'
  return facts.handsWordsOn ? 'Its usage hands words on.' : undefined
}

function isInterpreter({ options: { command } }: Session): boolean {
  return command.length === 1 && runtimeOf(command[0]!) !== undefined
}

/** The calls during which a signal finds the program at work, the surest first. */
export function heldCalls({ session, holds, reads }: Known): readonly Call[] {
  const termAfterMs = Math.round(Math.max(500, 3 * session.startMs))
  return [
    ...holds.map((words) => ({ words, stdin: 'silent', termAfterMs }) as const),
    ...reads.flatMap((words) => {
      const [silentFile] = session.hasCopy ? session.filesIn(words) : []
      return silentFile === undefined ? [] : [{ words, silentFile, termAfterMs }]
    }),
    ...reads.map((words) => ({ words, reader: 'held', termAfterMs }) as const),
  ].slice(0, 3)
}
