import { knownEnd, plainCall } from '../programs/index.ts'
import type { KnownCalls } from 'surety/unstable/description'
import programs from '../../lines/programs.json' with { type: 'json' }
import rules from '../../lines/rules.json' with { type: 'json' }

interface Answer {
  readonly program: string
  readonly exits: readonly number[]
  /** What the words have to match. */
  readonly with?: string
  /** What a stream must not have. */
  readonly unless?: string
  /** Whether these exits are never an answer, whatever the description says. */
  readonly never?: boolean
}

const PROGRAMS = programs.programs as unknown as Readonly<Record<string, KnownCalls>>
const ANSWERS = rules.answers as readonly Answer[]
const words = (text: string) => new Set(text.split(' '))
const SETS = {
  questions: words(rules.questions[1]),
  tolerated: words(rules.tolerated),
  closers: words(rules.closers),
  quiet: words(rules.quiet),
  readers: words(rules.readers),
  talkers: words(rules.talkers),
}
const CLOSED_EXITS = rules.closed.exits as Readonly<Record<string, readonly number[]>>

/** Programs that share the description of another one. */
const ALIKE = new Map(
  rules.alike.flatMap((group) => {
    const names = group.split(' ')
    return names.map((name) => [name, names.at(-1)!] as const)
  }),
)

export function isIn(list: keyof typeof SETS, name: string): boolean {
  return SETS[list].has(name)
}

/** What was printed, as far as it is known. */
export interface Said {
  readonly stdout: string
  readonly stderr: string
  /** Whether other programs printed parts of it. */
  readonly isShared: boolean
}

export function nameOf(words: readonly string[]): string {
  return (words[0] ?? '').replace(/^.*\//, '').replace(/\.exe$/, '')
}

/** Gives what the descriptions know of a call. */
export function callFor(words: readonly string[]) {
  const isCompose = /^(?:docker|podman)$/.test(words[0] ?? '') && words[1] === 'compose'
  const argv = isCompose ? ['docker-compose', ...words.slice(2)] : words
  // A file such as `./git` may be any program.
  if (/^\.{0,2}\//.test(argv[0] ?? '') && !/^\/(?:usr\/)?(?:local\/)?s?bin\//.test(argv[0]!))
    return undefined
  const name = nameOf(argv)
  const own = ALIKE.get(name) ?? name
  if (!Object.hasOwn(PROGRAMS, own)) return undefined
  const calls = PROGRAMS[own]!
  const errors = [...(calls.errors ?? []), ...((calls.like && PROGRAMS[calls.like]?.errors) || [])]
  return plainCall([own, ...argv.slice(1)], { ...calls, errors })
}

/** Says whether an exit is an answer, and if not, what failure it is. */
export function meaningOf(words: readonly string[], exit: number, said: Said) {
  const name = nameOf(words)
  const text = words.join(' ')
  const stderr = said.isShared ? `${said.stderr}\n${said.stdout}` : said.stderr
  const call = callFor(words)
  const known = call && knownEnd(call, { exit, ...said })
  for (const rule of ANSWERS) {
    if (!rule.program.split(' ').includes(name) || !rule.exits.includes(exit)) continue
    if (rule.never) return { isAnswer: false, failure: known?.failure, line: known?.line }
    if (rule.with !== undefined && !new RegExp(rule.with, 'u').test(text)) continue
    if (rule.unless !== undefined && new RegExp(rule.unless, 'mu').test(stderr)) continue
    return { isAnswer: true, failure: undefined, line: undefined }
  }
  const isAnswer = (exit === 1 && isIn('questions', name)) || known?.answer !== undefined
  if (isAnswer) return { isAnswer, failure: undefined, line: undefined }
  return { isAnswer: false, failure: known?.failure, line: known?.line }
}

/** Tests whether a program ended only because nobody read on. */
export function isClosed(words: readonly string[], exit: number, next: string, said: Said) {
  if (exit === 141) return true
  if (!isIn('closers', next)) return false
  const isOwn = CLOSED_EXITS[nameOf(words)]?.includes(exit) === true
  return isOwn || new RegExp(rules.closed.texts, 'u').test(`${said.stderr}\n${said.stdout}`)
}

/** Programs that run others, so that what any program prints may be theirs. */
const RUNNERS = words(rules.runners)

/** Finds the line of an output that proves that a program failed. */
export function proofIn(words: readonly string[], output: string): string | undefined {
  const name = nameOf(words)
  const own = callFor(words) && PROGRAMS[ALIKE.get(name) ?? name]?.failed
  const isRunner = RUNNERS.has(name) || /^\.{0,2}\/|\.(?:sh|bash)$/.test(words[0] ?? '')
  const patterns = rules.failed
    .filter(
      ({ has, programs: of }) =>
        output.includes(has) && (of === undefined || isRunner || of.split(' ').includes(name)),
    )
    .map(({ pattern }) => pattern)
  for (const pattern of own === undefined ? patterns : [own, ...patterns]) {
    const found = new RegExp(pattern, 'mu').exec(output)
    if (found) return lineAt(output, found.index)
  }
  return undefined
}

const COMPLAINTS: Readonly<Record<string, string>> = rules.complaints

/** Finds the line in which a program itself says that it failed. */
export function complaintIn(words: readonly string[], output: string): string | undefined {
  const name = nameOf(words)
  const own = Object.hasOwn(COMPLAINTS, name) ? new RegExp(COMPLAINTS[name]!, 'mu') : undefined
  const said = own?.exec(output)
  if (said) return lineAt(output, said.index)
  if (!isIn('talkers', name)) return undefined
  const found = new RegExp(rules.complaint, 'mu').exec(output)
  return found && found[1] === name ? lineAt(output, found.index) : undefined
}

/** Tests whether any small program complains in an output. */
export const complains = (output: string): boolean => new RegExp(rules.complaint, 'mu').test(output)

function lineAt(text: string, at: number): string {
  return text
    .slice(text.lastIndexOf('\n', at - 1) + 1)
    .split('\n', 1)[0]!
    .trim()
}

/** Tests whether an output has what any program prints that failed. */
export function looksFailed(output: string): boolean {
  return rules.failed.some(
    ({ has, pattern }) => output.includes(has) && new RegExp(pattern, 'mu').test(output),
  )
}

export const isRetryable = (exit: string | undefined): boolean | null =>
  exit === undefined || exit === 'GENERAL_ERROR' ? null : rules.retryable.includes(exit)
