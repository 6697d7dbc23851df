import type { Run } from './run-state.ts'
import type { RunWatch } from './run-watch.ts'

/** What answers for a run whose thread is held by a loop that never yields. */
export interface Watchdog {
  readonly watch: (run: Run) => RunWatch
}

/** The watchdog of this process: none, unless `surety/watchdog` is imported. */
export const installed: { watchdog: Watchdog | null } = { watchdog: null }
