import type { Cli } from '../../../runtime/index.ts'
import { loadDescription, toCli } from '../../../wrap/index.ts'

/** Loads the tool that a description makes of a program. */
export async function loadWrapped(source: string): Promise<Cli> {
  return toCli((await loadDescription(source)).description)
}
