import type { RunEnd } from '../../run/ending/run-end.ts'
import { runCleanup } from './cleanup-hooks.ts'
import { abortRun, type Run } from '../../run/run-state.ts'

/** Aborts the signal of a run that was cut off, and cleans up; a failed cleanup hook is a warning. */
export function cleanUp(run: Run, end: RunEnd): void | Promise<void> {
  const isCutOff = end.kind === 'interrupted' || end.kind === 'timed-out'
  if (isCutOff) {
    abortRun(run, new Error('The run is over.'))
    const cleanup = run.command?.declaration.cleanup
    if (cleanup) run.cleanups.unshift(() => cleanup())
  }
  if (isCutOff || run.cleanups.length > 0) return runCleanup(run, isCutOff)
}
