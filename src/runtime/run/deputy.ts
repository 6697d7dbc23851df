import type { Interruption } from '../process/world.ts'
import type { Run } from './run-state.ts'

/** Stands in for a run while other programs or calls run inside of it. */
export interface Deputy {
  /** Takes an interruption instead of the run, and returns whether it did; `end` ends the run after all. */
  interrupted?: (by: Interruption, end: () => void) => boolean
  /** Takes what is printed to stdout instead of the run, which would send it to stderr with a warning. */
  printed?: (text: string, bytes?: string | Uint8Array) => void
}

const deputies = new WeakMap<Run, Deputy>()

export function deputyOf(run: Run): Deputy | undefined {
  return deputies.get(run)
}

/** Sets the deputy of a run; null ends that. */
export function setDeputy(run: Run, deputy: Deputy | null): void {
  if (deputy) deputies.set(run, deputy)
  else deputies.delete(run)
}
