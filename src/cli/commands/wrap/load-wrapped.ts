import type { Cli } from '../../../runtime/index.ts'
import { loadDescription, toCli } from '../../../wrap/index.ts'

/** Loads the tool that a description makes of a program; what it suggests to run starts with `surety wrap`. */
export async function loadWrapped(source: string): Promise<Cli> {
  const { description } = await loadDescription(source)
  return toCli(description, {}, ['surety', 'wrap', source])
}
