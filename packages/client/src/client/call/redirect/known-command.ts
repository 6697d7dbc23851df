import type { FoundCommand } from '../../manifest/declared-command.ts'
import type { CommandQuestion, RunOptions } from '../../options.ts'
import { ask, type Report } from '../ask-caller.ts'
import { flagValues, withoutFlag } from '../injected-flags.ts'
import { sameWords } from './command-line.ts'

export interface CommandFacts {
  readonly elsewhere: boolean
  readonly call: readonly string[]
  readonly next: readonly string[]
  readonly isDeclaredSafe: boolean
  readonly hasManifest: boolean
  readonly from: FoundCommand | undefined
  readonly to: FoundCommand | undefined
  /** Whether the manifest shows that the call names no command. */
  readonly isUnlisted: boolean
  readonly namesFile: (word: string) => boolean
  /** Whether the tool is known to run programs that its words name, as `env` and `npx` do. */
  readonly isRunner: boolean
}

export type Doubt = 'elsewhere' | 'unsafe'

const LEVELS = { safe: 0, mutating: 1, destructive: 2 } as const

/**
 * Says why a replacement is not known to do only what the call may do. It is known if a manifest lists it as no more
 * dangerous, with the same arguments, or as what became of a command that it no longer lists; and, without a manifest, if
 * only command words differ that name no program or file.
 */
export function whyUnknown(given: CommandFacts): Doubt | undefined {
  const split = given.isRunner ? (words: readonly string[]) => words : withSplitOptions
  const facts = { ...given, call: split(given.call), next: split(given.next) }
  const { call, next, from, to } = facts
  if (facts.elsewhere) return 'elsewhere'
  const sharedEnd = sharedStart(call.toReversed(), next.toReversed())
  const before = call.slice(0, call.length - sharedEnd)
  const after = next.slice(0, next.length - sharedEnd)
  const hasSameOptions = ![...before, ...after].some(isOption)
  if (facts.hasManifest) {
    const isRenaming = hasSameOptions && after.length <= (to?.length ?? 0)
    const keepsArguments = from === undefined || before.length <= from.length
    const isFit = (keepsArguments && isWithin(facts, to)) || isMoved(facts, before)
    return isRenaming && isFit ? undefined : 'unsafe'
  }
  if (facts.isDeclaredSafe) return 'unsafe'
  const head = sharedStart(before, after)
  const [left, added] = [before.slice(head), after.slice(head)]
  // A longer call may hold the command line of another program: what is exchanged there stays one word.
  const most = [...call, '-'].findIndex(isOption) > 2 ? 1 : 2
  const isRenaming =
    hasSameOptions &&
    left.length <= most &&
    added.length <= most &&
    [...left, ...added].every((word) => COMMAND_WORD.test(word)) &&
    // A word that is left out moves the next one into its place, where a runner would run it.
    (isRenamedPath(facts, left, added) ||
      !(added.length < left.length ? [...left, ...added] : added).some(facts.namesFile))
  return isRenaming ? undefined : 'elsewhere'
}

/** Writes `--name=ada` as `--name ada`, which is the same option with the same value. */
function withSplitOptions(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return words.flatMap((word, at) => {
    const [, name, value] = (end === -1 || at < end ? JOINED.exec(word) : null) ?? []
    return name === undefined || value === undefined ? [word] : [name, value]
  })
}

const JOINED = /^(--\w[\w-]*)=([^-][^]*)$/

/**
 * Tests for a command that is gone from the manifest: only the tool's own list of commands answered the call, so it says
 * where the command went. It may change things as the call might have, and it destroys nothing.
 */
function isMoved(facts: CommandFacts, before: readonly string[]): boolean {
  const { isDeclaredSafe, isUnlisted, to } = facts
  const isPath = before.length <= 2 && before.every((word) => COMMAND_WORD.test(word))
  return isUnlisted && isPath && !isDeclaredSafe && to?.danger === 'mutating'
}

/**
 * Tests for a path of command words that is another one now, as `user create` is `users add`. What it is called may
 * also be the name of a program, but a tool that is no runner, and was given no program, runs none by its words.
 */
function isRenamedPath(
  { call, isRunner, namesFile }: CommandFacts,
  left: readonly string[],
  added: readonly string[],
): boolean {
  return left.length > 1 && left.length === added.length && !isRunner && !call.some(namesFile)
}

/** Says why a correction needs more than the caller's consent to corrections; undefined if it does not. */
export function whyUnknownFix(facts: CommandFacts): Doubt | undefined {
  const { call, next, to } = facts
  if (facts.elsewhere) return 'elsewhere'
  const added = next.filter((word) => !call.includes(word))
  if (added.some(isOption)) return 'unsafe'
  if (facts.hasManifest)
    return to === undefined || to.danger === 'destructive' ? 'unsafe' : undefined
  return added.every((word) => PLAIN.test(word) && !facts.namesFile(word)) ? undefined : 'elsewhere'
}

export interface WorkFacts extends CommandFacts {
  readonly jobId: string
  readonly verb: 'wait' | 'cancel'
}

/** Says why a command is not known to be about the work alone: `job wait` and `job cancel`, or as the manifest lists. */
export function whyUnknownWork(facts: WorkFacts): Doubt | undefined {
  const { next, jobId, verb, to } = facts
  if (facts.elsewhere) return 'elsewhere'
  // An id is data: it is no option, and no other word follows it.
  if (!PLAIN.test(jobId) || next.at(-1) !== jobId) return 'unsafe'
  const command = next.slice(0, -1)
  if (facts.hasManifest) {
    const isListed = isWithin(facts, to) && to.danger !== 'destructive'
    return isListed && command.length === to.length ? undefined : 'unsafe'
  }
  if (!sameWords(command, ['job', verb])) return 'unsafe'
  if (facts.isDeclaredSafe && verb === 'cancel') return 'unsafe'
  return next.some(facts.namesFile) ? 'elsewhere' : undefined
}

export function isSameCall({ elsewhere, call, next }: CommandFacts, flag: string): boolean {
  if (elsewhere || !sameWords(withoutFlag(call, flag), withoutFlag(next, flag))) return false
  const [old] = flagValues(call, flag)
  const [key, ...others] = flagValues(next, flag)
  // The value of a key is data; as a word of its own it must not look like an option.
  return others.length === 0 && key?.startsWith('-') !== true && (old === undefined || old === key)
}

export const COMMAND_WORD = /^[a-z][\w:.-]*$/i
const PLAIN = /^\w[\w:.-]*$/
const isOption = (word: string): boolean => word.startsWith('-')

/** Tests whether a manifest lists a command and calls it no more dangerous than the call; one not listed may only read. */
function isWithin({ isDeclaredSafe, from }: CommandFacts, to?: FoundCommand): to is FoundCommand {
  const most = isDeclaredSafe ? 'safe' : (from?.danger ?? 'safe')
  return to !== undefined && LEVELS[to.danger] <= LEVELS[most]
}

export function sharedStart(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, index) => word !== other[index])
  return at === -1 ? one.length : at
}

/** Asks the caller; without a hook the answer is no. An approval is for this call only. */
export async function isApproved(
  hooks: RunOptions,
  question: CommandQuestion,
  report: Report,
  name: 'approveRedirect' | 'approveFix' = 'approveRedirect',
): Promise<boolean> {
  return (await ask(name, () => hooks[name]?.(question), report)) === true
}
