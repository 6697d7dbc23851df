import { EXIT_CODE_TABLES, type StandardExitName } from '../../contract/index.ts'
import { judge, notShown, type CheckResult } from '../check.ts'
import { addWords } from '../probing/add-words.ts'
import type { Probing, Reading } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import { isWhole } from './large-answers.ts'
import { refusals } from './unknown-words.ts'
import { NEEDS } from './needs.ts'

/** What a mistake in an answer is about; each is reported by one check. */
export type Mistake =
  | 'shape'
  | 'members'
  | 'single'
  | 'ok'
  | 'stream'
  | 'text'
  | 'exit'
  | 'retry'
  | 'redirect'

/** The reader's codes that belong to a check of their own; all others are about the shape. */
const BY_CODE: Readonly<Record<string, Mistake>> = {
  several_envelopes: 'single',
  document_cut: 'single',
  document_broken: 'single',
  ok_contradicts_exit: 'ok',
  error_on_success: 'ok',
  wrong_stream: 'stream',
  invalid_utf8: 'text',
  exit_outside_contract: 'exit',
  retryable_contradicts_exit: 'retry',
  wait_without_retryable: 'retry',
  retryable_not_boolean: 'retry',
  wait_invalid: 'retry',
  wait_of_other_generation: 'retry',
}

/** Lists the mistakes in an answer. */
export function mistakesOf({ problems }: Reading): readonly {
  readonly about: Mistake
  readonly says: string
}[] {
  const all = problems.map(({ pointer, message }) => {
    const [, code, text] = /^([a-z_]+): (.*)$/s.exec(message) ?? []
    const member = /^(\w+)_missing$/.exec(code ?? '')?.[1]
    const isMember = member !== undefined && aboutOf(pointer, code, message) === 'members'
    const plain = isMember ? `the member '${member}' is missing` : (text ?? message)
    const says = pointer === '' ? plain : `${pointer} ${message}`
    return { about: aboutOf(pointer, code, message), says: sentence(says) }
  })
  // An answer on the wrong stream is missing on the right one, and one that is cut has no shape; that is
  // one mistake.
  const isElsewhere = all.some(({ about }) => about === 'stream')
  const isCut = problems.some(({ message }) => /^document_(?:cut|broken):/.test(message))
  if (isElsewhere || isCut) return all.filter(({ about }) => about !== 'shape')
  // A success that exits with a failure has no error; that is the same mistake.
  const isLie = all.some(({ about }) => about === 'ok')
  return isLie ? all.filter((_, index) => !problems[index]!.message.startsWith('error_null:')) : all
}

function aboutOf(pointer: string, code: string | undefined, message: string): Mistake {
  if (pointer === '' && /^(?:ok|data|error|warnings|meta|schema|type)_missing$/.test(code ?? ''))
    return 'members'
  if (code !== undefined) return BY_CODE[code] ?? 'shape'
  if (pointer === '' && message.startsWith("the member '")) return 'members'
  if (pointer === '/ok' && message.includes('exit code')) return 'ok'
  if (pointer === '/error' && message.startsWith('must be null when ok')) return 'ok'
  if (pointer.startsWith('/error/retry')) return 'retry'
  if (pointer.startsWith('/error/redirect') || message.startsWith('needs a redirect'))
    return 'redirect'
  return 'shape'
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}

/**
 * Runs everything that gives an ordinary answer: reads, refusals and previews, and once each of the writes
 * that a profile allows.
 */
export async function answers(tool: Probing): Promise<readonly Run[]> {
  return tool.runAll([...tool.probes('read', 'write'), ...refusals(tool), ...previews(tool)])
}

/** The previews of destructive commands. */
export function previews(tool: Probing): readonly Probe[] {
  return tool.probes('destructive').flatMap((probe) => {
    const { dryRunFlag } = probe
    if (dryRunFlag === undefined) return []
    const name = `${probe.name} ${dryRunFlag}`
    return [{ ...probe, name, argv: addWords(probe.argv, [dryRunFlag]) }]
  })
}

/** Judges all answers by one kind of mistake. */
export async function judgeAnswers(
  tool: Probing,
  about: Mistake,
  summary: string,
): Promise<CheckResult> {
  if (tool.subject.dialect === null) return noDialect(tool)
  const runs = await answers(tool)
  const found = new Map<Run, string>()
  for (const run of runs) {
    // Whatever was cut off by us proves nothing about the answer.
    if (run.end.stopped !== null || run.end.startError !== null) continue
    const reading = await tool.read(run)
    const mistake = reading && mistakesOf(reading).find((each) => each.about === about)
    if (mistake !== undefined) found.set(run, mistake.says)
  }
  return judgeEnded(runs, (run) => found.get(run), summary)
}

/** Judges runs; one that did not end by itself is no evidence, so that the promise is not shown. */
export function judgeEnded(
  runs: readonly Run[],
  problemOf: (run: Run) => string | undefined,
  summary: string,
): CheckResult {
  const result = judge(runs, problemOf, summary)
  const unended = runs.find(({ end }) => end.stopped !== null || end.startError !== null)
  if (result.status !== 'kept' || unended === undefined) return result
  const why = unended.end.startError ?? unended.end.stopped
  return notShown(`'${unended.probe}' gave no answer to look at (${why}).`, NEEDS.ends, [unended])
}

/** The result of a check that needs to read answers, where no dialect does. */
export function noDialect(tool: Probing): CheckResult {
  return tool.probes('read').length === 0
    ? notShown('No call is known whose answer could be read.', NEEDS.read)
    : notShown('No dialect fits the answers, so they cannot be read.', NEEDS.dialect)
}

/** Judges answers that no dialect reads: text is no envelope at all, JSON may be one that is not known. */
export async function judgeUnknownAnswers(tool: Probing): Promise<CheckResult> {
  const reads = tool.probes('read').filter(({ argv }) => !argv.some((word) => ABOUT.has(word)))
  const runs = await tool.runAll(reads)
  const result = judge(runs, textAnswer, '')
  return result.status === 'broken' ? result : noDialect(tool)
}

/** Flags whose answer may be text. */
const ABOUT: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V', '-v'])

function textAnswer({ stdout, stderr, end }: Run): string | undefined {
  if (end.stopped !== null || end.startError !== null) return undefined
  const stream = stdout.trim() === '' ? 'stderr' : 'stdout'
  const text = (stream === 'stderr' ? stderr : stdout).trim()
  if (text === '') return 'Nothing was printed, so there is no envelope.'
  if (!/^[[{"]/.test(text)) return `The answer on ${stream} is text, not an envelope.`
  return text.startsWith('"') || end[stream].isCut || isWhole(text)
    ? undefined
    : `The answer on ${stream} begins as JSON and does not parse: it is cut, or has other text in it.`
}

/** The number that an exit has in the tool's dialect; undefined if the dialect has no table. */
export function exitNumber(tool: Probing, name: StandardExitName): number | undefined {
  const generation = tool.subject.dialect?.generation
  return generation === undefined ? undefined : EXIT_CODE_TABLES[generation][name].number
}
