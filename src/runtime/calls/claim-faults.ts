import { syncBuiltinESMExports } from 'node:module'

import { exitCalled } from '../process/intercept-exit.ts'
import type { ActiveCalls } from './active-calls.ts'

const FAULTS: ReadonlySet<string | symbol> = new Set(['uncaughtException', 'unhandledRejection'])

/**
 * Keeps what goes wrong in calls from a process that belongs to somebody else: uncaught errors and
 * `process.exit()` in the code of a call answer that call, or are reported once it has ended. Errors of the
 * host have the effect that they always had, because no listener is added.
 */
export function claimFaults(calls: ActiveCalls, report: (problem: string) => void): void {
  const emit = process.emit.bind(process) as (
    event: string | symbol,
    ...given: unknown[]
  ) => boolean
  const exit = process.exit.bind(process)
  const claim = (error: unknown): boolean => {
    const blamed = calls.blame(error)
    const problem = blamed === 'ended' ? calls.describeLate(error) : null
    if (problem !== null) report(problem)
    return blamed !== 'nobody'
  }
  process.emit = ((event: string | symbol, ...given: unknown[]) =>
    (FAULTS.has(event) && claim(given[0])) || emit(event, ...given)) as typeof process.emit
  process.exit = (code?: number | string | null): never => {
    const error = exitCalled(code)
    if (claim(error)) throw error
    return exit(code)
  }
  // For `import { exit } from 'node:process'`.
  syncBuiltinESMExports()
}
