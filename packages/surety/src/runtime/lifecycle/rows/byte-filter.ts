import { speaksProtocol } from '../../declare/command.ts'
import { defect, SuretyError, suretyError, type JsonValue } from '../../../contract/index.ts'
import type { Command } from '../../declare/command.ts'
import {
  addMeta,
  changeOutput,
  commandName,
  isOver,
  type OnStdout,
  type Run,
} from '../../run/run-state.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import { createTurns } from './stream-end.ts'

/** The most bytes that a filter may put into one envelope. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024

/** Tests whether stdout holds only the filter's lines in this run, without an envelope. */
function writesLines(run: Run, command: Command): boolean {
  const { filter } = command.declaration
  const { format, isFull, isExplicit } = run.output
  if (speaksProtocol({ filter }) || (format === 'jsonl' && !isFull)) return true
  return filter === 'by-default' && !isExplicit && !isFull
}

/** Writes the lines that a filter yields, or parses them for one envelope. Chunks may share their memory. */
export async function consumeBytes(
  run: Run,
  command: Command,
  chunks: AsyncGenerator<unknown, unknown, void>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<RunEnd> {
  if (!writesLines(run, command)) return buffer(run, chunks)
  // A stream that comes without being asked for ends like any other.
  const isItems = command.declaration.filter === 'by-default'
  if (isItems && run.output.endsStreams) changeOutput(run, { format: 'jsonl' })
  // A server waits for its client as long as that takes.
  if (speaksProtocol(command.declaration)) run.limit.change(0)
  const lines: Extract<OnStdout, { kind: 'lines' }> = { kind: 'lines', bytes: 0, report: undefined }
  if (run.output.format === 'jsonl') lines.count = 0
  run.onStdout = lines
  lines.report = await takeAll(run, chunks, async (bytes) => {
    if (bytes.length === 0) return
    lines.bytes += bytes.length
    if (lines.count !== undefined) lines.count += countLines(bytes)
    await write(bytes)
  })
  return { kind: 'data', data: {} }
}

/** Takes what a filter yields; returns what it reports at the end. */
async function takeAll(
  run: Run,
  chunks: AsyncGenerator<unknown, unknown, void>,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<JsonValue | undefined> {
  const letOthersRun = createTurns(run.world)
  for (;;) {
    await letOthersRun()
    const { done, value } = await chunks.next()
    if (done) return value as JsonValue | undefined
    // The limit or a signal has ended the run, and nothing may follow its answer.
    if (isOver(run)) return undefined
    if (!(value instanceof Uint8Array)) throw wrongYield(run, value)
    await take(value)
  }
}

function wrongYield(run: Run, value: unknown): Error {
  const kind = typeof value
  const given = value === null ? 'null' : `${kind === 'object' ? 'an' : 'a'} ${kind}`
  const advice = 'yield bytes, such as Buffer.from(line), or leave out filter to stream rows'
  return defect('YIELD_INVALID', `${commandName(run)} is a filter and yielded ${given}; ${advice}`)
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

const LINE_FEED = 0x0a

async function buffer(run: Run, chunks: AsyncGenerator<unknown, unknown, void>): Promise<RunEnd> {
  const kept: Buffer[] = []
  let size = 0
  try {
    const report = await takeAll(run, chunks, async (bytes) => {
      size += bytes.length
      if (size <= MAX_BUFFERED_BYTES) return void kept.push(Buffer.from(bytes))
      await chunks.return(undefined)
      const message = `The lines have more than ${MAX_BUFFERED_BYTES} bytes, too many for one envelope.`
      const fix = 'Use --format jsonl to write the lines without an envelope.'
      throw suretyError('RESULT_UNSERIALISABLE', message, { retryable: false, fix_required: fix })
    })
    if (report !== undefined) addMeta(run, { report })
    return { kind: 'data', data: parseLines(kept) }
  } catch (error) {
    // The lines before the failure are still good, so the failure carries them.
    if (!(error instanceof SuretyError) || error.data !== null || size > MAX_BUFFERED_BYTES)
      throw error
    throw new SuretyError(error.code, error.exit, error.message, {
      ...error.facts,
      cause: error.cause,
      data: parseLines(kept),
    })
  }
}

function parseLines(chunks: readonly Buffer[]): JsonValue[] {
  const text = Buffer.concat(chunks).toString('utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as JsonValue]))
}
