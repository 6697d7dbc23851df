import { Script } from 'node:vm'

const CALL = 'surety.call'

/** Calls a function with a time limit that stops even an endless loop; throws at the limit. */
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
