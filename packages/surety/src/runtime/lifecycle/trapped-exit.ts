import type { World } from '../process/world.ts'
import { fallbackOutcome } from '../run/ending/run-end.ts'
import { installed } from '../run/limit/watchdog.ts'
import { isAnswered, type Run } from '../run/run-state.ts'

/** Calls of `process.exit()` in one turn of the event loop. */
let calls = 0
const MAX_TOLD = 100

/**
 * Answers for a handler that catches `process.exit()` for ever: nothing else gets a turn, so nothing can be loaded.
 * Returns whether there is no more to say of a call; a watchdog answers by itself.
 */
export function isTrapped(error: unknown, run: Run | null, { direct, abandon }: World): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message: string }
  if (code !== 'EXIT_CALLED' || !direct) return false
  if ((calls += 1) === 1) setImmediate(() => void (calls = 0)).unref()
  // A loop that ends calls it less often, and its call is answered like any other.
  if (calls === 1000 && !installed.watchdog) {
    const { data, failure } = fallbackOutcome('It caught process.exit() for ever.', message)
    const envelope = { ok: false, data, error: failure.error, warnings: [], meta: {} }
    try {
      if (!run || !isAnswered(run)) direct.writeSync(1, `${JSON.stringify(envelope)}\n`)
    } finally {
      // Also where nobody reads it.
      abandon(1)
    }
  }
  return calls >= MAX_TOLD
}
