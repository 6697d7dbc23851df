import type { Encoder } from '../dialects/index.ts'
import { encodeOutcome, encoderOf, toJsonLine } from './emit.ts'
import type { Run } from './run.ts'
import { settle } from './settle.ts'

/** A handler that is done sooner pays nothing for being watched. */
const PATIENCE_MS = 20
/** The event loop's own timer comes first where it can still run. */
const GRACE_MS = 150

/**
 * Watches over a handler that has been busy for a while: if it blocks the thread past its limit, the
 * answer is written from within, and the process ends. Gives a function that ends the watch.
 */
export function watchPending(run: Run, leftMs: number): () => void {
  const { watchBusyThread } = run.world
  if (!watchBusyThread) return () => {}
  let endWatch: (() => void) | null = null
  let isOver = false
  // oxlint-disable-next-line typescript/no-misused-promises -- the timer needs no answer
  const timer = setTimeout(async () => {
    const encoder = await encoderOf(run)
    if (isOver) return
    endWatch = await watchBusyThread(leftMs + GRACE_MS, () => answerAtOnce(run, encoder))
    if (isOver) endWatch()
  }, PATIENCE_MS)
  timer.unref()
  return () => {
    isOver = true
    clearTimeout(timer)
    endWatch?.()
  }
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
