import type { RunEnd } from '../run/ending/run-end.ts'
import { installed } from '../run/limit/watchdog.ts'
import { isOver, type Run } from '../run/run-state.ts'

/** Runs the work of a command to its end; the only place that catches errors and interruptions. Never rejects. */
export function execute(run: Run, work: () => Promise<RunEnd>): Promise<RunEnd> {
  // The watchdog can interrupt only a real process.
  const watch = (run.world.direct && installed.watchdog?.watch(run)) ?? null
  return new Promise((resolve) => {
    const finish = (end: RunEnd): void => {
      if (isOver(run)) return
      run.stage = 'ended'
      stopLimit()
      stopListening()
      watch?.ended(end)
      resolve(end)
    }
    const stopListening = run.world.onInterruption((by) => {
      if (by.kind === 'signal') watch?.heardSignal()
      const end = () => finish({ kind: 'interrupted', by })
      if (!run.deputy?.interrupted?.(by, end)) end()
    })
    const stopLimit = run.limit.start(() => finish({ kind: 'timed-out' }), watch)
    const working = watch?.ready ? watch.ready.then(work) : work()
    working.then(finish, (error: unknown) => finish({ kind: 'threw', error }))
  })
}
