import { defect } from '../../contract/index.ts'
import type { Interruption, World } from './world.ts'

type Listener = (interruption: Interruption) => void

const listeners = new Set<Listener>()

/**
 * Turns calls of `process.exit()` into interruptions, so that a handler or a library cannot end the
 * process before the answer is written. Without listeners the call ends the process as usual.
 */
export function interceptExitCalls(world: World): World {
  const { onInterruption } = world
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the process as this
  const exit = process.exit
  process.exit = (code?: number | string | null): never => {
    if (listeners.size === 0) return exit.call(process, code)
    const error = exitCalled(code)
    for (const listener of listeners) listener({ kind: 'uncaught', error })
    // Callers rely on process.exit() not returning.
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

/** The error that stands for a call of `process.exit()`; it has the number that the process would end with. */
export function exitCalled(code: number | string | null | undefined): Error {
  return Object.assign(
    defect(
      'EXIT_CALLED',
      `process.exit(${code ?? ''}) was called; return data or call fail() instead`,
    ),
    { exitCode: code ?? process.exitCode },
  )
}
