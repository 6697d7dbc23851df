import { defect } from '../../contract/index.ts'
import type { Interruption, World } from './world.ts'

type Listener = (interruption: Interruption) => void

const listeners = new Set<Listener>()

/**
 * Makes a call of `process.exit()` an interruption like any other, so that a handler or a library that
 * wants to end the process cannot take the answer along. Once nobody listens, the call does what it says.
 */
export function hearExitCalls(world: World): World {
  const { onInterruption } = world
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the process as this
  const exit = process.exit
  process.exit = (code?: number | string | null): never => {
    if (listeners.size === 0) return exit.call(process, code)
    const error = defect(
      'EXIT_CALLED',
      `process.exit(${code ?? ''}) was called; return data or call fail() instead`,
    )
    for (const listener of listeners) listener({ kind: 'uncaught', error })
    // What calls it does not expect to go on.
    throw error
  }
  return Object.assign(world, {
    onInterruption: (listener: Listener) => {
      listeners.add(listener)
      const stop = onInterruption(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  })
}
