import type { Progress } from './context.ts'
import { logLine } from './log.ts'
import type { Run } from './run.ts'

/** Makes the run's progress reporter: stderr only, and quiet where nobody watches. */
export function createProgress(run: Run): Progress {
  const report = (
    message: string,
    at?: { readonly done: number; readonly total: number },
  ): void => {
    if (!run.world.isStderrTty && !run.isDebug) return
    logLine(run, 'info', at ? `${message} (${at.done}/${at.total})` : message)
  }
  const step = (name: string): void => {
    run.completedSteps.push(name)
    report(name)
  }
  return Object.assign(report, { step })
}
