import type { RunEnd } from './run-end.ts'

/** The watchdog's view of one run, from its start to its answer. */
export interface RunWatch {
  /** Resolves when the watchdog can answer in the run's dialect; null when it can already. */
  readonly ready: Promise<void> | null
  /** Reads the time limit of the run again. */
  readonly limitChanged: () => void
  /** Records that the run has ended, although its handler may still block the thread. */
  readonly ended: (end: RunEnd) => void
}
