import {
  objectOf,
  isJsonObject,
  isNotice,
  parseJson,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'
import { validateDocument } from 'surety/unstable/dialects'
import { hasNoEnd, leftOut, notShown, type CheckResult, type Problem } from '../check.ts'
import type { Probing, Surroundings } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'

export function runStreams(tool: Probing, probes: readonly Probe[]): Promise<readonly Run[]> {
  const surroundings = ({ after_lines: lines }: Probe): Surroundings =>
    lines === undefined ? {} : { send: { name: 'SIGINT', after: { lines } } }
  return Promise.all(probes.map((probe) => tool.run(probe, surroundings(probe))))
}

export function withoutStreams({ subject: { dialect } }: Probing): CheckResult | undefined {
  return dialect === null || dialect.generation !== undefined
    ? undefined
    : leftOut(`${dialect.id} has no last line for streams.`)
}

export function noEnd({ mayNotEnd }: Probe, run: Run): CheckResult {
  const { end, probe, record } = run
  const show = (says: string, needs: string) => notShown(`'${probe}' ${says}.`, needs, [run])
  if (end.startError !== null)
    return show(`could not be started (${end.startError})`, 'A tool that starts.')
  const seconds = Math.round(record.duration_ms / 1000)
  return mayNotEnd === true
    ? show(
        `was still streaming after ${seconds} s, and may never end`,
        'A profile with a probe of kind stream that ends.',
      )
    : show(
        `did not end within ${seconds} s, so its last line was not seen`,
        'A probe of kind stream that ends in time: fewer items, or a higher deadline_seconds.',
      )
}

/** Says what is wrong with a stream; undefined if it follows the contract, as far as it was seen. */
export function streamProblem(tool: Probing, run: Run): Problem {
  const { stdout, end, exitCode } = run
  const lines = stdout.split('\n')
  // A line that we cut off proves nothing.
  if (lines.at(-1) === '' || hasNoEnd(run)) lines.pop()
  if (hasNoEnd(run)) return !end.stdout.isCut && readLines(lines).problem
  if (end.leftBehind) return 'A child kept the stream open.'
  if (lines.length === 0) return 'It printed nothing.'
  const { documents, problem } = readLines(lines)
  if (problem !== undefined) return problem
  const ends = documents.flatMap((each, index) => (isTerminal(each) ? [index] : []))
  if (ends.length === 0) return 'There is no last line that says how it ended.'
  if (ends.length > 1) return 'There is more than one last line.'
  if (ends[0] !== documents.length - 1) return 'There are lines after the last one.'
  const last = documents.at(-1)!
  const items = documents.slice(0, -1).filter((each) => !isNotice(each))
  const stream = streamMeta(tool, last)
  return (
    lastLineProblem(tool, last, exitCode) ??
    (stream && miscount('meta.stream.records', stream['records'], items)) ??
    numberProblem(documents, items, last)
  )
}

function readLines(lines: readonly string[]) {
  const documents: JsonObject[] = []
  for (const [index, line] of lines.entries()) {
    const value = parseJson(line)
    if (!isJsonObject(value))
      return { documents, problem: `Line ${index + 1} is not one JSON object.` }
    documents.push(value)
  }
  return { documents, problem: undefined }
}

function isTerminal(document: JsonObject): boolean {
  return (
    document['_summary'] === true || (typeof document['ok'] === 'boolean' && 'error' in document)
  )
}

function lastLineProblem(
  tool: Probing,
  last: JsonObject,
  exitCode: number | null,
): string | undefined {
  if (last['_summary'] === true) {
    return exitCode === 0 ? undefined : `It has a summary, but the exit code is ${exitCode}.`
  }
  if (last['ok'] !== false && streamMeta(tool, last) === undefined)
    return 'The last line is an envelope that is no error.'
  const { dialect } = tool.subject
  const [problem] = dialect === null ? [] : validateDocument(dialect, last, exitCode ?? undefined)
  if (problem !== undefined) return `The last line is no valid envelope: ${problem.message}.`
  const claimed = metaOf(last)['exit_code']
  return claimed === undefined || claimed === exitCode
    ? undefined
    : `meta.exit_code is ${JSON.stringify(claimed)}, the exit code is ${exitCode}.`
}

/** Before contract 1.16 the last line may be an envelope that counts the rows in `meta.stream`. */
function streamMeta({ subject }: Probing, last: JsonObject): JsonObject | undefined {
  const { stream } = metaOf(last)
  const isOf = subject.dialect?.generation !== '1.16' && isJsonObject(stream)
  return isOf && stream['terminal'] === true ? stream : undefined
}

function metaOf({ meta }: JsonObject): JsonObject {
  return objectOf(meta)
}

function miscount(
  name: string,
  counted: JsonValue | undefined,
  { length }: readonly JsonObject[],
): string | undefined {
  return counted === length
    ? undefined
    : `${name} is ${JSON.stringify(counted ?? null)}, there are ${length} items.`
}

function numberProblem(
  documents: readonly JsonObject[],
  items: readonly JsonObject[],
  last: JsonObject,
): string | undefined {
  const isNumbered = items[0] !== undefined && '_seq' in items[0]
  if (!isNumbered) {
    return documents.some((each) => '_seq' in each) ? 'Only some items are numbered.' : undefined
  }
  const wrong = items.findIndex((each, index) => each['_seq'] !== index + 1)
  if (wrong !== -1)
    return `Item ${wrong + 1} has the number ${JSON.stringify(items[wrong]!['_seq'] ?? null)}.`
  if (documents.some((each) => !items.includes(each) && '_seq' in each))
    return 'A line that is no item is numbered.'
  return last['_summary'] === true
    ? miscount('_count', last['_count'], items)
    : miscount('meta.items_emitted', metaOf(last)['items_emitted'], items)
}

export function interruptProblem(tool: Probing, run: Run): Problem {
  const { stdout, end, exitCode } = run
  if (end.stopped !== null) return 'It did not end after SIGINT.'
  if (end.afterSignalMs === null) return 'It ended before the signal could be sent.'
  if (end.endedBy !== null) return 'SIGINT killed it; it has no handler.'
  if (exitCode !== 130) return `It ended with ${exitCode}, not with 130.`
  const last = parseJson(stdout.trimEnd().split('\n').at(-1) ?? '')
  const { error = null, data = null, meta = null } = objectOf(last)
  if (!isJsonObject(error) || error['code'] !== 'CANCELLED')
    return 'The last line is no error with the code CANCELLED.'
  const isPartial = (value: JsonValue) => isJsonObject(value) && value['partial'] === true
  // Contract 1.16 has it in data; older ones leave data null.
  const inMeta = tool.subject.dialect?.generation !== '1.16' && isPartial(meta)
  return !inMeta && !isPartial(data) && 'data.partial is not true.'
}

/** Sequences that colour text, move the cursor, or set titles and links of a terminal. */
// eslint-disable-next-line no-control-regex
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/

export function hasSequence(text: string): boolean {
  return SEQUENCE.test(text)
}

export function withoutSequences(text: string): string {
  return text.replaceAll(new RegExp(SEQUENCE, 'g'), '')
}
