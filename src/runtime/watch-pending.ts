import type { Run } from './run.ts'

/** A handler that is done sooner pays nothing for being watched. */
const PATIENCE_MS = 20

/** Watches over a handler that has been busy for a while; gives a function that ends the watch. */
export function watchPending(run: Run, leftMs: number): () => void {
  const { watchBusyThread } = run.world
  if (!watchBusyThread) return () => {}
  let endWatch: (() => void) | null = null
  let isOver = false
  // oxlint-disable-next-line typescript/no-misused-promises -- the timer needs no answer
  const timer = setTimeout(async () => {
    const { armBusyAnswer } = await import('./busy-answer.ts')
    if (isOver) return
    endWatch = await armBusyAnswer(run, watchBusyThread, leftMs)
    if (isOver) endWatch()
  }, PATIENCE_MS)
  timer.unref()
  return () => {
    isOver = true
    clearTimeout(timer)
    endWatch?.()
  }
}
