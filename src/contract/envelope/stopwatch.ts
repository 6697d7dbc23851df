/** A start mark that tells how long ago it was set. */
export interface Stopwatch {
  /** Gives the whole milliseconds since the mark, never negative. */
  elapsed(): number
}

/**
 * Sets a start mark; `now` is a monotonic clock in milliseconds.
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
