import type { RunEnd } from '../ending/run-end.ts'

/** The watchdog's view of one run, from its start to its answer. */
export interface RunWatch {
  /** Resolves when the watchdog can answer in the run's dialect; null when it can already. */
  readonly ready: Promise<void> | null
  /** Reads the time limit of the run again. */
  readonly limitChanged: () => void
  /** Records that the thread is free enough to hear signals itself. */
  readonly heardSignal: () => void
  /** Records that the run has ended, although its handler may still block the thread. */
  readonly ended: (end: RunEnd) => void
  /** Records that the answer is written and that only exit listeners can still block the thread. */
  readonly leaves: (exitCode: number) => void
}
