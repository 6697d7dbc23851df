import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { validateDocument } from '../../dialects/index.ts'
import type { Probing, Surroundings } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'

/** How a stream is run: to its end, or interrupted after some lines. */
export function streamSurroundings({ interruptAfterLines: lines }: Probe): Surroundings {
  return lines === undefined ? {} : { send: { name: 'SIGINT', after: { lines } } }
}

/** Says what is wrong with a stream; undefined if it follows the contract. */
export async function streamProblem(tool: Probing, run: Run): Promise<string | undefined> {
  const { stdout, end, exitCode } = run
  if (end.stopped !== null) return 'It did not end in time.'
  if (end.leftBehind) return 'A child kept the stream open.'
  const lines = stdout.split('\n')
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) return 'It printed nothing.'
  const documents: JsonObject[] = []
  for (const [index, line] of lines.entries()) {
    const value = parse(line)
    if (value === undefined) return `Line ${index + 1} is not one JSON object.`
    documents.push(value)
  }
  const ends = documents.flatMap((each, index) => (isTerminal(each) ? [index] : []))
  if (ends.length === 0) return 'There is no last line that says how it ended.'
  if (ends.length > 1) return 'There is more than one last line.'
  if (ends[0] !== documents.length - 1) return 'There are lines after the last one.'
  const last = documents.at(-1)!
  const items = documents.slice(0, -1).filter((each) => each['heartbeat'] !== true)
  return lastLineProblem(tool, last, exitCode) ?? numberProblem(documents, items, last)
}

function parse(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as JsonValue
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
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
  if (last['ok'] !== false) return 'The last line is an envelope that is no error.'
  const { dialect } = tool.subject
  const [problem] = dialect === null ? [] : validateDocument(dialect, last, exitCode ?? undefined)
  if (problem !== undefined) return `The last line is no valid envelope: ${problem.message}.`
  const claimed = isJsonObject(last['meta'] ?? null)
    ? (last['meta'] as JsonObject)['exit_code']
    : undefined
  return claimed === undefined || claimed === exitCode
    ? undefined
    : `meta.exit_code is ${JSON.stringify(claimed)}, the exit code is ${exitCode}.`
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
  if (last['_summary'] === true) {
    return last['_count'] === items.length
      ? undefined
      : `_count is ${JSON.stringify(last['_count'] ?? null)}, there are ${items.length} items.`
  }
  const meta = isJsonObject(last['meta'] ?? null) ? (last['meta'] as JsonObject) : {}
  return meta['items_emitted'] === items.length
    ? undefined
    : `meta.items_emitted is ${JSON.stringify(meta['items_emitted'] ?? null)}, there are ${items.length} items.`
}

/** Says what is wrong with the end of an interrupted stream. */
export function interruptProblem(run: Run): string | undefined {
  const { stdout, end, exitCode } = run
  if (end.stopped !== null) return 'It did not end after SIGINT.'
  if (end.afterSignalMs === null) return 'It ended before the signal could be sent.'
  if (end.endedBy !== null) return 'SIGINT killed it; it has no handler.'
  if (exitCode !== 130) return `It ended with ${exitCode}, not with 130.`
  const last = parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  const error = isJsonObject(last?.['error'] ?? null) ? (last!['error'] as JsonObject) : undefined
  if (error?.['code'] !== 'CANCELLED') return 'The last line is no error with the code CANCELLED.'
  const data = last!['data']
  return isJsonObject(data ?? null) && (data as JsonObject)['partial'] === true
    ? undefined
    : 'data.partial is not true.'
}
