import type { Run } from './run-state.ts'

/** What a passed time limit is thrown as; never leaves the framework. */
export const TIMED_OUT: unique symbol = Symbol('timed out')

/** Timers wrap around beyond it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Calls a function of the author within the run's time limit, and throws `TIMED_OUT` when it passes.
 * The limit is a timer: a loop that never yields outlives it, unless `surety/watchdog` is loaded.
 */
export function callWithDeadline(run: Run, call: () => unknown): unknown {
  const ready = run.watch?.ready
  if (ready) return ready.then(() => callNow(run, call))
  return callNow(run, call)
}

function callNow(run: Run, call: () => unknown): unknown {
  run.watch?.limitChanged()
  const started = call()
  return run.timeoutMs > 0 && isThenable(started) ? withinLimit(run, started) : started
}

async function withinLimit(run: Run, pending: PromiseLike<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TIMED_OUT), timeLeft(run))
    // A run that waits for nothing but its own time limit is stuck, and says so at once.
    timer.unref()
  })
  try {
    return await Promise.race([pending, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** The milliseconds that a run may still take, as a timer understands them; 0 without a limit. */
export function timeLeft({ timeoutMs, duration }: Run): number {
  if (timeoutMs === 0) return 0
  return Math.min(Math.max(1, Math.ceil(timeoutMs - duration.elapsed())), LONGEST_TIMER_MS)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  )
}
