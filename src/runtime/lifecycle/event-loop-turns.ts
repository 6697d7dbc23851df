import type { World } from '../process/world.ts'

/** How long a stream may hold the thread before timers and signals get their turn. */
const HOLD_MS = 20

/**
 * Creates a function that a loop awaits in each round. It waits for a turn of the event loop if the last
 * one was a while ago, because a generator that never really waits would starve timers and signals.
 */
export function createTurns(world: World): () => Promise<void> | void {
  let last = world.monotonic()
  return () => {
    const now = world.monotonic()
    if (now - last < HOLD_MS) return
    last = now
    return new Promise((resolve) => setImmediate(resolve))
  }
}
