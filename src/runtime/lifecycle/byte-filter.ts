import { SuretyError, suretyError, type JsonValue } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { Run } from '../run/run-state.ts'
import type { RunEnd } from '../run/run-end.ts'

/** The most that a filter may write into one envelope; more is for lines. */
const MOST_BUFFERED_BYTES = 64 * 1024 * 1024

/** Tests whether the lines of a filter are its whole standard output in this run. */
export function writesLines(run: Run, command: Command): boolean {
  const { filter } = command.declaration
  const { format, isFull, isExplicit } = run.output
  if (format === 'jsonl' && !isFull) return true
  return filter === 'by-default' && !isExplicit && !isFull
}

/**
 * Takes the bytes that a filter yields, whole lines of JSON: straight to standard output at the
 * reader's pace, or kept and parsed for one envelope. A chunk may be overwritten by the one after.
 */
export async function consumeBytes(
  run: Run,
  command: Command,
  chunks: AsyncGenerator<unknown, unknown, void>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<RunEnd> {
  if (!writesLines(run, command)) return buffer(run, chunks)
  const lines = { bytes: 0, report: undefined as JsonValue | undefined }
  run.lines = lines
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) {
      lines.report = value as JsonValue | undefined
      return { kind: 'data', data: {} }
    }
    // After a signal the answer is under way, and nothing may follow it.
    if (run.isAnswered) return { kind: 'data', data: {} }
    const bytes = value as Uint8Array
    if (bytes.length === 0) continue
    lines.bytes += bytes.length
    await write(bytes)
  }
}

async function buffer(run: Run, chunks: AsyncGenerator<unknown, unknown, void>): Promise<RunEnd> {
  const kept: Buffer[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await chunks.next()
      if (done) {
        if (value !== undefined) run.meta['report'] = value as JsonValue
        return { kind: 'data', data: parseLines(kept) }
      }
      const bytes = value as Uint8Array
      size += bytes.length
      if (size > MOST_BUFFERED_BYTES) {
        await chunks.return(undefined)
        throw tooLarge()
      }
      kept.push(Buffer.from(bytes))
    }
  } catch (error) {
    // Lines that could not be used do not take the others with them.
    if (!(error instanceof SuretyError) || error.data !== null || size > MOST_BUFFERED_BYTES)
      throw error
    throw new SuretyError(error.code, error.exit, error.message, {
      ...error.facts,
      cause: error.cause,
      data: parseLines(kept),
    })
  }
}

function tooLarge(): SuretyError {
  return suretyError(
    'RESULT_UNSERIALISABLE',
    `The lines have more than ${MOST_BUFFERED_BYTES} bytes, which is too much for one envelope.`,
    { retryable: false, fix_required: 'Ask for lines with --output jsonl.' },
  )
}

function parseLines(chunks: readonly Buffer[]): JsonValue[] {
  const text = Buffer.concat(chunks).toString('utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as JsonValue]))
}
