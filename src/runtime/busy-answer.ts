import type { Encoder } from '../dialects/index.ts'
import { encodeOutcome, encoderOf, toJsonLine } from './emit.ts'
import type { Run } from './run.ts'
import { settle } from './settle.ts'
import type { World } from './world.ts'

/** The event loop's own timer comes first where it can still run. */
const GRACE_MS = 150

/**
 * Arms the watch over a handler that blocks the thread past its limit: the answer is then written
 * from within, and the process ends. Everything that it takes is loaded before.
 */
export async function armBusyAnswer(
  run: Run,
  watchBusyThread: NonNullable<World['watchBusyThread']>,
  leftMs: number,
): Promise<() => void> {
  const encoder = await encoderOf(run)
  return watchBusyThread(leftMs + GRACE_MS, () => answerAtOnce(run, encoder))
}

/** Writes the answer of a timed-out run without going back to the event loop. */
function answerAtOnce(run: Run, encoder: Encoder): void {
  if (run.isAnswered) return
  run.isAnswered = true
  run.progress?.stop()
  const encoded = encodeOutcome(run, encoder, settle(run, { kind: 'timed-out' }))
  void run.world.write(encoded.stream, `${toJsonLine(encoded)}\n`)
  run.world.abandon(encoded.exit_code)
}
