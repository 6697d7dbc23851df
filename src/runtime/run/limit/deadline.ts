import type { Run } from '../run-state.ts'

/** The longest delay of `setTimeout`; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Starts the time limit of a run and returns a function that stops it. The limit is a timer, so a loop
 * that never yields can exceed it unless `surety/watchdog` is loaded.
 */
export function startLimit(run: Run, onLate: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let hasTurned = false
  const setTimer = (): void => {
    if (timer) clearTimeout(timer)
    const left = hasTurned ? timeLeft(run) : 0
    // When this timer is all that is left, the run is stuck: let it fail now instead of waiting.
    if (left > 0) timer = setTimeout(left < LONGEST_TIMER_MS ? onLate : setTimer, left).unref()
    run.watch?.limitChanged()
  }
  run.limitChanged = setTimer
  setTimer()
  // No timer can fire before the event loop turns, and most runs end before.
  const turn = setImmediate(() => {
    hasTurned = true
    setTimer()
  })
  return () => {
    clearImmediate(turn)
    if (timer) clearTimeout(timer)
    run.limitChanged = null
  }
}

/** Changes the time limit of a run, which still counts from its start. */
export function changeLimit(run: Run, timeoutMs: number): void {
  if (timeoutMs === run.timeoutMs) return
  run.timeoutMs = timeoutMs
  run.limitChanged?.()
}

/** Computes the remaining time of a run as a timer delay in milliseconds; 0 without a limit. */
export function timeLeft(run: Run): number {
  const { timeoutMs, duration, pause } = run
  if (timeoutMs === 0 || pause.questions > 0) return 0
  const left = Math.ceil(timeoutMs + pause.ms - duration.elapsed())
  return Math.min(Math.max(1, left), LONGEST_TIMER_MS)
}
