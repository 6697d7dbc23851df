import {
  isJsonObject,
  isNotice,
  parseJson,
  suretyError,
  type ErrorCode,
  type JsonObject,
  type SuretyError,
} from '../../contract/index.ts'
import { splitLines, type Line } from '@surety/internal/lines.ts'
import type { Command } from '../declare/command.ts'
import type { StdinDeclaration } from '../declare/types/command-parts.ts'
import { fromItem, isEnvelope } from '../output/item-lines.ts'
import type { LineReader } from '../run/parsed-input.ts'
import { warn, type Run } from '../run/run-state.ts'
import { isTerminal, terminalAsInput } from './piped-input.ts'
import { inOurWords } from './other-envelopes.ts'

const DEFAULT_LINE_BYTES = 1_048_576

type Chunks = AsyncIterable<Uint8Array>

/** Prepares reading by lines. Nothing is read before the handler asks. */
export function openLines(run: Run, command: Command): LineReader {
  const { stdin } = command.declaration
  const declared: StdinDeclaration = typeof stdin === 'object' ? stdin : {}
  const limit = declared.maxLineBytes ?? DEFAULT_LINE_BYTES
  const lines = resumable(() => limitedLines(inTurns(standardInput(run)), limit))
  return {
    async *lines() {
      for await (const { text } of lines()) yield text
    },
    records: resumable(() => readRecords(lines(), declared.record, endsOf(run))),
  }
}

/** Lets a loop over a source begin where the last one was left; a source that failed fails again. */
function resumable<Item>(
  open: () => AsyncGenerator<Item, void, void>,
): () => AsyncGenerator<Item, void, void> {
  let opened: AsyncGenerator<Item, void, void> | undefined
  let failed: { readonly error: unknown } | undefined
  return async function* resume() {
    opened ??= open()
    for (;;) {
      if (failed) throw failed.error
      const next = await opened.next().catch((error: unknown) => {
        failed = { error }
        throw error
      })
      if (next.done) return
      yield next.value
    }
  }
}

async function* standardInput({ world }: Run): AsyncGenerator<Uint8Array, void, void> {
  if (isTerminal(world)) throw terminalAsInput()
  if (world.direct) yield* process.stdin as Chunks
  else yield await world.readStdin(Number.POSITIVE_INFINITY)
}

/** Lets timers and signals in between two chunks: a writer that never pauses must not outlive the time limit. */
async function* inTurns(chunks: Chunks): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    yield chunk
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function* limitedLines(chunks: Chunks, limit: number): AsyncGenerator<Line, void, void> {
  for await (const line of splitLines(chunks, limit)) {
    if (line.problem === 'too_long') {
      const message = `Line ${line.number} of the input is longer than the limit of ${limit} bytes.`
      throw lateFailure('LINE_TOO_LARGE', message, { line: line.number, limit_bytes: limit })
    }
    yield line
  }
}

/** The handler has begun to work, so none of these promises that nothing was changed. */
function lateFailure(code: ErrorCode, message: string, details: JsonObject): SuretyError {
  return suretyError(code, message, { phase: 'execution', retryable: false, details })
}

interface Ends {
  /** The last line of a stream did not come. */
  readonly open: (read: { readonly line: number; readonly records: number }) => void
  /** The answer has a part of a list. */
  readonly cut: (records: number) => void
}

/**
 * Reads the stream of another tool, up to its last line: a summary, or an envelope that counts the rows. The answer of a
 * command that prints its list in one envelope is read too.
 */
async function* readRecords(
  lines: AsyncGenerator<Line, void, void>,
  schema: StdinDeclaration['record'],
  ends: Ends,
): AsyncGenerator<JsonObject, void, void> {
  let last = 0
  let records = 0
  let isNumbered = false
  let first: JsonObject | undefined
  for await (const { text, number: line } of lines) {
    last = line
    if (text.trim() === '') continue
    const printed = parseJson(text)
    if (!isJsonObject(printed)) throw invalid(line, 'is no JSON object')
    if (isNotice(printed)) continue
    const record = inOurWords(printed, records, first)
    if (isLastLine(line, record)) return
    if (isEnvelope(record)) {
      if (records > 0) throw invalid(line, 'is an envelope among rows')
      const rows = rowsIn(line, record)
      for (const row of rows) yield await validated(line, row, schema)
      if (isCut(record)) ends.cut(rows.length)
      return
    }
    records += 1
    first ??= record
    // Numbers begin with 1; another one is a member of the row.
    if (records === 1) isNumbered = record['_seq'] === 1
    const { _seq, ...row } = record
    yield await validated(line, fromItem(isNumbered ? row : record), schema)
  }
  ends.open({ line: last, records })
}

function isLastLine(line: number, record: JsonObject): boolean {
  if (record['_summary'] === true) return true
  if (!isEnvelope(record)) return false
  if (record['ok'] === false) throw upstreamFailed(line, record)
  const { meta } = record
  const stream = isJsonObject(meta) ? meta['stream'] : undefined
  return isJsonObject(stream) && stream['terminal'] === true
}

/** Lists the rows of an answer; they may look like other lines, because they stand inside of it. */
function rowsIn(line: number, { data = null }: JsonObject): readonly JsonObject[] {
  if (Array.isArray(data) && data.every(isJsonObject)) return data
  throw invalid(line, 'is an envelope without a list of objects')
}

function isCut({ meta }: JsonObject): boolean {
  if (!isJsonObject(meta)) return false
  const { truncated, pagination } = meta
  return truncated === true || (isJsonObject(pagination) && pagination['has_more'] === true)
}

async function validated(
  line: number,
  row: JsonObject,
  schema: StdinDeclaration['record'],
): Promise<JsonObject> {
  const result = await schema?.['~standard'].validate(row)
  if (result?.issues) {
    const [issue] = result.issues
    const [at] = issue?.path ?? []
    const key = typeof at === 'object' ? at.key : at
    throw invalid(line, `is refused: ${issue?.message}`, key === undefined ? '' : String(key))
  }
  return result && isJsonObject(result.value) ? result.value : row
}

/** What a stream without a last line means: in a pipe of a generation that ends streams, it was cut. */
function endsOf(run: Run): Ends {
  return {
    open: (read) => {
      if (run.output.endsStreams) throw lateFailure('UPSTREAM_INCOMPLETE', OPEN_END, { ...read })
      // Before, a list as lines had no last line either.
      warn(run, OPEN_LIST)
    },
    cut: (records) => warn(run, `The input has the first ${records} rows of a longer list.`),
  }
}

const OPEN_LIST =
  'The input has no last line: it is a list, or a stream that was cut, so that rows are missing.'
const OPEN_END = 'The input ended without the last line of a stream; rows may be missing.'

function invalid(line: number, reason: string, field = ''): SuretyError {
  const details = { line, ...(field !== '' && { field }) }
  return lateFailure('RECORD_INVALID', `Line ${line} of the input ${reason}.`, details)
}

function upstreamFailed(line: number, { error, meta }: JsonObject): SuretyError {
  const exit = isJsonObject(meta) ? meta['exit_code'] : undefined
  return lateFailure('UPSTREAM_FAILED', 'The tool that writes the input failed.', {
    line,
    upstream: error ?? null,
    ...(typeof exit === 'number' && { upstream_exit_code: exit }),
  })
}
