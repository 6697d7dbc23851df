import {
  EXIT_CODE_TABLES,
  isSignalExitName,
  isStandardExitName,
  SIGNAL_EXITS,
  type Generation,
  type JsonObject,
} from '../../contract/index.ts'
import type { ExitModel } from './model.ts'

/** Gives the number of an exit in a generation of the contract. */
export function exitNumber(
  exit: Pick<ExitModel, 'name' | 'number'>,
  generation: Generation,
): number {
  if (exit.number !== undefined) return exit.number
  if (isStandardExitName(exit.name)) return EXIT_CODE_TABLES[generation][exit.name].number
  // A name that nobody knows is a general failure, as it would be on the way out.
  return isSignalExitName(exit.name) ? SIGNAL_EXITS[exit.name].number : 1
}

/** Writes a command's exits as the map of the contract: number as text to entry, in numeric order. */
export function exitEntries(
  exits: readonly ExitModel[],
  generation: Generation,
): Readonly<Record<string, JsonObject>> {
  // Keys that are whole numbers keep numeric order in an object, whatever order they come in.
  return Object.fromEntries(
    exits.map((exit) => {
      const { name, description, retryable, side_effects } = exit
      return [String(exitNumber(exit, generation)), { name, description, retryable, side_effects }]
    }),
  )
}
