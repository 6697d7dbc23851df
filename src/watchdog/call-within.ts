import { Script } from 'node:vm'

const CALL = 'surety.call'

/** Calls a function within a limit that not even an endless loop exceeds; throws when it passes. */
export function callWithin(limitMs: number, call: () => void): void {
  const globals = globalThis as unknown as Record<symbol, unknown>
  globals[Symbol.for(CALL)] = call
  const script = new Script(`globalThis[Symbol.for('${CALL}')]()`, { filename: 'surety:hook' })
  try {
    script.runInThisContext({ displayErrors: false, timeout: limitMs })
  } finally {
    delete globals[Symbol.for(CALL)]
  }
}
