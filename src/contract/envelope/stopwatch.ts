/** Measures the time since it was started. */
export interface Stopwatch {
  /** Gives the milliseconds since the start: whole, never negative. */
  elapsed(): number
}

/**
 * Starts a stopwatch; `now` is a monotonic clock in milliseconds.
 *
 * @example
 * ```ts
 * import { startStopwatch } from 'surety/contract'
 *
 * const stopwatch = startStopwatch()
 * stopwatch.elapsed() // milliseconds since then, a whole number
 * ```
 */
export function startStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const start = now()
  return { elapsed: () => Math.max(0, Math.round(now() - start)) }
}
