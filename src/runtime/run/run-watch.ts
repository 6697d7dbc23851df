import type { RunEnd } from './run-end.ts'

/** The watchdog's watch over one run, from its start to its answer. */
export interface RunWatch {
  /** Resolves when the watchdog can answer in the run's dialect; null when it can already. */
  readonly ready: Promise<void> | null
  /** Takes over a time limit that has changed. */
  readonly limitChanged: () => void
  /** Hears that the run has ended by itself, though its handler may still hold the thread. */
  readonly ended: (end: RunEnd) => void
}
