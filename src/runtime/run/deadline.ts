import type { Run } from './run-state.ts'

/** Thrown when the time limit passes; never leaves the framework. */
export const TIMED_OUT: unique symbol = Symbol('timed out')

/** The longest delay of `setTimeout`; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Calls a function of the tool and throws `TIMED_OUT` when the run's time limit passes. The limit is
 * a timer, so a loop that never yields can exceed it unless `surety/watchdog` is loaded.
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
    const start = (): void => {
      const left = timeLeft(run)
      timer = setTimeout(left < LONGEST_TIMER_MS ? () => reject(TIMED_OUT) : start, left)
      // When this timer is all that is left, the run is stuck: let it fail now instead of waiting.
      timer.unref()
    }
    start()
  })
  try {
    return await Promise.race([pending, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Computes the remaining time of a run as a timer delay in milliseconds; 0 without a limit. */
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
