import type { Run } from '../run-state.ts'
import type { RunWatch } from './limit.ts'

/** Answers for a run whose thread is blocked by a loop that never yields. */
interface Watchdog {
  readonly watch: (run: Run) => RunWatch
}

/** The watchdog of this process; null unless `surety/watchdog` is imported. */
export const installed: { watchdog: Watchdog | null } = { watchdog: null }
