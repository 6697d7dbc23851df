import type { RunEnd } from '../../run/ending/run-end.ts'
import type { World } from '../../process/world.ts'

/** The end of a stream, in a class of its own because no handler can return an instance of it. */
export class Streamed {
  readonly end: RunEnd

  constructor(end: RunEnd) {
    this.end = end
  }
}

/** The error for a reader that closed the pipe; the run ends without an answer and exits with 0. */
export const READER_GONE: unique symbol = Symbol('reader gone')

export function isStream(value: unknown): value is AsyncGenerator<unknown, unknown, void> {
  return (
    typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
  )
}

/** How long a stream may hold the thread before timers and signals get their turn. */
const HOLD_MS = 20

/** Lets the event loop turn now and then: a generator that never really waits would starve timers and signals. */
export function createTurns(world: World): () => Promise<void> | void {
  let last = world.monotonic()
  return () => {
    const now = world.monotonic()
    if (now - last < HOLD_MS) return
    last = now
    return new Promise((resolve) => setImmediate(resolve))
  }
}
