import type { JsonValue } from '../../contract/index.ts'
import { checkOutput, toJson } from '../result/validate-result.ts'
import type { Command } from '../declare/command.ts'
import type { Run } from '../run/run-state.ts'
import { createTurns } from './event-loop-turns.ts'
import { READER_GONE, Streamed } from './stream-end.ts'

/**
 * Consumes the rows of a streaming command. Writes each row as soon as it arrives if the format is
 * `jsonl`, as fast as the reader takes them; otherwise collects all rows for one envelope.
 */
export async function consume(
  run: Run,
  command: Command,
  rows: AsyncGenerator<unknown, unknown, void>,
): Promise<Streamed> {
  const { output, filter } = command.declaration
  if (filter !== undefined) {
    const { consumeBytes } = await import('./byte-filter.ts')
    run.cleanups.push(async () => void (await rows.return(undefined)))
    return new Streamed(await consumeBytes(run, command, rows, (bytes) => writeOut(run, bytes)))
  }
  const isLive = run.output.format === 'jsonl' && !run.output.isFull
  const kept: JsonValue[] = []
  // On an interruption the generator's finally blocks still run.
  run.cleanups.push(async () => void (await rows.return(undefined)))
  if (isLive) run.meta['stream'] = { records: 0, terminal: true }
  const letOthersRun = createTurns(run.world)
  for await (const row of rows) {
    await letOthersRun()
    // The limit or a signal has ended the run, and its answer counts the rows so far.
    if (run.isEnded) break
    const checked = output ? await checkOutput(run, output, row) : row
    const json = await toJson(run, checked)
    if (!isLive) kept.push(json)
    else {
      if (run.isEnded) break
      const writing = writeOut(run, `${JSON.stringify(json)}\n`)
      // Counted now: a row that waits for its reader still comes before the answer.
      run.streamed += 1
      run.meta['stream'] = { records: run.streamed, terminal: true }
      await writing
    }
  }
  return new Streamed({ kind: 'data', data: isLive ? { records: run.streamed } : kept })
}

async function writeOut(run: Run, text: string | Uint8Array): Promise<void> {
  try {
    const waiting = run.world.write('stdout', text)
    if (waiting) await waiting
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EPIPE' || code === 'ECONNRESET' ? READER_GONE : error
  }
}
