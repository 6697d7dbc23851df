import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { installed } from '../run/watchdog-slot.ts'

/**
 * Runs the work of a command to its end, whatever happens: the one place where everything that is
 * thrown, rejected or interrupted arrives. Never rejects.
 */
export function execute(run: Run, work: () => Promise<RunEnd>): Promise<RunEnd> {
  // Only a real process can be broken into.
  if (run.world.direct) run.watch = installed.watchdog?.watch(run) ?? null
  return new Promise((resolve) => {
    let isOver = false
    const end = (how: RunEnd): void => {
      if (isOver) return
      isOver = true
      stopListening()
      run.watch?.ended(how)
      resolve(how)
    }
    const stopListening = run.world.onInterruption((by) => end({ kind: 'interrupted', by }))
    try {
      work().then(end, (error: unknown) => end({ kind: 'threw', error }))
    } catch (error) {
      end({ kind: 'threw', error })
    }
  })
}
