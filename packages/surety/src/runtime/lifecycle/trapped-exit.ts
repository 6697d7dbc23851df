import type { Interruption, World } from '../process/world.ts'
import { installed } from '../run/limit/watchdog.ts'

/** Calls of `process.exit()` in one turn of the event loop; whoever catches so many lets nothing else happen. */
const MAX_CALLS = 100
let calls = 0

/**
 * Tells whether a handler catches `process.exit()` again and again, and ends its process without an answer, which would
 * need a turn of the event loop. A watchdog answers by itself.
 */
export function isTrapped(by: Interruption, world: World): boolean {
  if (by.kind !== 'uncaught' || !world.direct || !isExitCall(by.error)) return false
  calls += 1
  if (calls === 1) setImmediate(() => void (calls = 0)).unref()
  if (calls < MAX_CALLS || installed.watchdog) return calls > MAX_CALLS
  try {
    world.direct.writeSync(2, MESSAGE)
  } catch {
    // Nobody reads it.
  }
  world.abandon(1)
  return true
}

const MESSAGE = `[ERROR] process.exit() was called ${MAX_CALLS} times and caught each time, so there is no answer.\n`

function isExitCall(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'EXIT_CALLED'
}
