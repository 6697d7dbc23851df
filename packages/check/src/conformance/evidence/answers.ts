import {
  EXIT_ROWS,
  isJsonObject,
  parseJson,
  type JsonValue,
  type StandardExitName,
} from 'surety/unstable/contract'
import { mistakesOf, type Mistake } from './mistakes.ts'
import {
  hasNoEnd,
  judge,
  judgeEnded,
  missing,
  NEEDS,
  notShown,
  type CheckResult,
  type Problem,
} from '../check.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { ABOUT } from '../report/report.ts'
import { mayInventWords, type Probe } from '../probing/subject.ts'
import { addWords } from '@surety/internal/command-words.ts'

/** Runs everything that gives an ordinary answer: reads, failures, previews, and the writes that a profile allows. */
export async function answers(tool: Probing): Promise<readonly Run[]> {
  const failures = tool.probes('invalid').filter(({ mayBeValid }) => mayBeValid)
  const calls = [...tool.probes('read', 'write'), ...failures, ...refusals(tool)]
  return tool.runAll([...calls, ...previews(tool)])
}

export function previews(tool: Probing): readonly Probe[] {
  return tool.probes('destructive').flatMap((probe) => {
    const { dry_run_flag: dryRunFlag } = probe
    if (dryRunFlag === undefined) return []
    const name = `${probe.name} ${dryRunFlag}`
    return [{ ...probe, name, argv: addWords(probe.argv, [dryRunFlag]) }]
  })
}

export function noPreview(tool: Probing): CheckResult {
  return missing(tool, 'destructive', 'No destructive command with a preview is known.')
}

export async function judgeAnswers(
  tool: Probing,
  about: Mistake,
  summary: string,
): Promise<CheckResult> {
  if (tool.subject.dialect === null) return noDialect(tool)
  const { id, isOneLine } = tool.subject.dialect
  const mistakeIn = async (run: Run): Promise<Problem> => {
    // Whatever was cut off by us proves nothing about the answer.
    const reading = hasNoEnd(run) ? undefined : await tool.read(run)
    if (reading === undefined) return null
    const found = mistakesOf(reading)
    const { stream } = reading.outcome.process
    const lines = stream === null ? 1 : run[stream].trim().split('\n').length
    if (found.length > 0 || about !== 'shape' || isOneLine !== true || lines === 1)
      return found.find((each) => each.about === about)
    return {
      says: `The answer takes ${lines} lines, ${id} prints one.`,
      fix: 'Print the document without indentation: json.dumps(answer), JSON.stringify(answer), jq -c.',
    }
  }
  return judgeEnded(await answers(tool), mistakeIn, summary)
}

export function noDialect(tool: Probing): CheckResult {
  return tool.probes('read').length === 0
    ? notShown('No call is known whose answer could be read.', NEEDS.read)
    : notShown('No dialect fits the answers, so they cannot be read.', NEEDS.dialect)
}

/** Judges answers that no dialect reads: text and bare data are no envelope, other JSON may be one that is not known. */
export async function judgeUnknownAnswers(tool: Probing): Promise<CheckResult> {
  const result = await judge(await tool.runAll(readsOfData(tool)), textAnswer, '')
  return result.status === 'broken' ? result : noDialect(tool)
}

function textAnswer(run: Run): Problem {
  const { stdout, stderr, end } = run
  if (hasNoEnd(run)) return null
  const stream = stdout.trim() === '' ? 'stderr' : 'stdout'
  const text = (stream === 'stderr' ? stderr : stdout).trim()
  if (text === '') return 'Nothing was printed, so there is no envelope.'
  if (!/^[[{"]/.test(text)) return `The answer on ${stream} is text, not an envelope.`
  const document = parseJson(text)
  if (document !== undefined && !mayBeEnvelope(document))
    return `The answer on ${stream} is JSON, but not an envelope: it has none of its members.`
  const says = `The answer on ${stream} begins as JSON and does not parse: it is cut, or has other text in it.`
  return !text.startsWith('"') && !end[stream].isCut && !isWhole(text) && says
}

/** Tests for a member that says how a call ended, or holds its result, in any envelope. */
function mayBeEnvelope(document: JsonValue): boolean {
  const members = ['ok', 'success', 'status', 'error', 'errors', 'data', 'result', 'meta']
  return isJsonObject(document) && members.some((name) => Object.hasOwn(document, name))
}

export function exitNumber(tool: Probing, name: StandardExitName): number | undefined {
  const generation = tool.subject.dialect?.generation
  return generation === undefined ? undefined : EXIT_ROWS[generation][name].number
}

/** What a pipe holds on Linux; an answer that is cut ends here. */
const PIPE_BYTES = 65_536

/** Runs everything that answers, and finds what fills a pipe. The manifest is the largest answer of most tools. */
export async function largeAnswers(tool: Probing): Promise<readonly Run[]> {
  const { manifest } = tool.subject
  const runs = [...(await answers(tool)), ...(manifest === null ? [] : [manifest.run])]
  return runs.filter(({ end }) => end.stdout.total >= PIPE_BYTES)
}

/** Tests for a complete document, or for text that ends with a line. */
export function isWhole(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return text.endsWith('\n')
  if (parseJson(text) !== undefined) return true
  // Several documents, one per line, are whole if the last one is.
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return text.trimEnd().includes('\n') && isWhole(last) && /^\s*[[{]/.test(last)
}

export function noLargeAnswer(tool: Probing): CheckResult {
  return missing(tool, 'large_answers', 'No answer was larger than a pipe holds.')
}

export async function judgeRefusals(tool: Probing, probes: readonly Probe[]): Promise<CheckResult> {
  if (probes.length === 0) return notShown('No probe has invalid input.', NEEDS.refusal)
  const number = exitNumber(tool, 'ARG_ERROR')
  const runs = await tool.runAll(probes)
  const problemOf = (run: Run): Problem => {
    const { exitCode, end } = run
    if (hasNoEnd(run)) return null
    // An answer that calls itself a failure contradicts its exit, which is another check's finding.
    if (exitCode === 0) return !saysNo(run) && 'It was accepted: the exit code is 0.'
    if (exitCode === null) return `It was ended by ${end.endedBy}.`
    if (probes[runs.indexOf(run)]?.mayBeValid === true) return null
    if (number === undefined || exitCode === number) return null
    return {
      says: `The exit code is ${exitCode}, that of invalid input is ${number}.`,
      fix: `End with ${number} (ARG_ERROR) where the call itself is wrong; to a caller ${exitCode} means something else.`,
    }
  }
  return judgeEnded(runs, problemOf, 'Every call was refused.')
}

function saysNo({ stdout, stderr }: Run): boolean {
  return /"ok"\s*:\s*false|"type"\s*:\s*"error"/.test(stdout + stderr)
}

/** The calls that were refused or did not end; one that is accepted is no refusal, and another check's finding. */
export async function refusedCalls(
  tool: Probing,
  probes: readonly Probe[] = refusals(tool),
): Promise<readonly { readonly probe: Probe; readonly run: Run }[]> {
  const runs = await tool.runAll(probes)
  const [read] = readsOfData(tool)
  const plain = read && (await tool.run(read))
  return runs.flatMap((run, index) => {
    const probe = probes[index]!
    // A read that fails without the flag in the same words is not refused for it.
    const isOther =
      probe.name === UNKNOWN_FLAG_PROBE &&
      plain?.exitCode === run.exitCode &&
      plain.stdout + plain.stderr === run.stdout + run.stderr
    return run.exitCode === 0 || isOther ? [] : [{ probe, run }]
  })
}

const UNKNOWN_FLAG_PROBE = 'unknown flag'

export function noRefusal(): CheckResult {
  return notShown('No call was refused.', NEEDS.refusal)
}

/** A command that no tool has; none where the tool might take the word as an argument and act on it. */
export function unknownCommands(tool: Probing): readonly Probe[] {
  const given = tool.probes('invalid').find(({ name }) => name === 'unknown command')
  if (given !== undefined) return [given]
  if (!mayInventWords(tool.subject)) return []
  const argv = ['surety-check-no-such-command']
  return [{ name: 'unknown command', argv, kind: 'invalid' }]
}

/** Reads that do work. One that asks for the version ends there: whatever else stands in the line is not looked at. */
export function readsOfData(tool: Probing): readonly Probe[] {
  return tool.probes('read').filter(({ argv }) => !argv.some((word) => ABOUT.has(word)))
}

/** A flag that no command has, on the first read of data. None without a read, unless no word can be an argument. */
export function unknownFlags(tool: Probing): readonly Probe[] {
  const [read] = readsOfData(tool)
  if (read === undefined && !mayInventWords(tool.subject)) return []
  const argv = addWords(read?.argv ?? [], ['--surety-check-no-such-flag'])
  return [{ name: UNKNOWN_FLAG_PROBE, argv, kind: 'invalid' }]
}

/** Everything that must be refused: what the profile or manifest gives, an unknown command and flag. */
export function refusals(tool: Probing): readonly Probe[] {
  const given = tool.probes('invalid').filter(({ mayBeValid }) => mayBeValid !== true)
  const unknown = unknownCommands(tool).filter((probe) => !given.includes(probe))
  return [...given, ...unknown, ...unknownFlags(tool)]
}

export function hangOf({ end, record }: Run): string | undefined {
  const seconds = Math.round(record.duration_ms / 100) / 10
  if (end.stopped === 'timeout') return `It did not end within ${seconds} s.`
  if (end.stopped === 'flood') return 'It printed without end.'
  return end.startError === null ? undefined : `It could not be started (${end.startError}).`
}

export function endOf({ exitCode, end }: Run): string {
  return String(exitCode ?? end.endedBy ?? end.stopped ?? end.startError)
}
