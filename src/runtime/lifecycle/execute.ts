import { startLimit } from '../run/limit/deadline.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { installed } from '../run/limit/watchdog-slot.ts'

/**
 * Runs the work of a command to its end, which the time limit and signals can bring about at any
 * moment. The only place that catches errors, rejections and interruptions. Never rejects.
 */
export function execute(run: Run, work: () => Promise<RunEnd>): Promise<RunEnd> {
  // The watchdog can interrupt only a real process.
  if (run.world.direct) run.watch = installed.watchdog?.watch(run) ?? null
  return new Promise((resolve) => {
    const finish = (end: RunEnd): void => {
      if (run.isEnded) return
      run.isEnded = true
      stopLimit()
      stopListening()
      run.watch?.ended(end)
      resolve(end)
    }
    const stopListening = run.world.onInterruption((by) => {
      if (by.kind === 'signal') run.watch?.heardSignal()
      const end = () => finish({ kind: 'interrupted', by })
      if (!run.deputy?.(by, end)) end()
    })
    const stopLimit = startLimit(run, () => finish({ kind: 'timed-out' }))
    const ready = run.watch?.ready
    try {
      const working = ready ? ready.then(work) : work()
      working.then(finish, (error: unknown) => finish({ kind: 'threw', error }))
    } catch (error) {
      finish({ kind: 'threw', error })
    }
  })
}
