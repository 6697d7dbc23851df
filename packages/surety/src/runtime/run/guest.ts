import type { Interruption, Signal } from '../process/world.ts'

/** Stands in for a run while other programs or calls run inside of it. */
export interface Guest {
  /** Takes an interruption instead of the run, and returns whether it did; `end` ends the run after all. */
  interrupted?: (by: Interruption, end: () => void) => boolean
  /** Takes what is printed to stdout instead of the run, which would send it to stderr with a warning. */
  printed?: (text: string, bytes?: string | Uint8Array) => void
  /** Throws the failure that answers a signal, if there is one. */
  answersSignal?: (signal: Signal) => void
}
