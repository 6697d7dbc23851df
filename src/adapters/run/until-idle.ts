import { isIdle } from '../../internal/process/active-resources.ts'

/** How often the process is looked at, in milliseconds. */
const LOOK_MS = 5

/**
 * Waits until everything that a call started has come to its end, in a process that goes on after it. What
 * was there before the call does not count. `isOver` ends the wait.
 */
export function untilIdle(before: readonly string[], isOver: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isOver() || isIdle(before)) resolve()
      else setTimeout(look, LOOK_MS).unref()
    }
    setImmediate(look)
  })
}
