import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { installed } from '../run/watchdog-slot.ts'

/**
 * Runs the work of a command to its end. The only place that catches errors, rejections and
 * interruptions. Never rejects.
 */
export function execute(run: Run, work: () => Promise<RunEnd>): Promise<RunEnd> {
  // The watchdog can interrupt only a real process.
  if (run.world.direct) run.watch = installed.watchdog?.watch(run) ?? null
  return new Promise((resolve) => {
    let isOver = false
    const finish = (end: RunEnd): void => {
      if (isOver) return
      isOver = true
      stopListening()
      run.watch?.ended(end)
      resolve(end)
    }
    const stopListening = run.world.onInterruption((by) => finish({ kind: 'interrupted', by }))
    try {
      work().then(finish, (error: unknown) => finish({ kind: 'threw', error }))
    } catch (error) {
      finish({ kind: 'threw', error })
    }
  })
}
