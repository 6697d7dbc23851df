import { isStandardExitName } from '../../../contract/index.ts'
import type { Cli } from '../cli.ts'
import type { Command } from '../command.ts'
import { isCustomExit } from './custom-exits.ts'
import { errorRow } from './error-declarations.ts'
import {
  COMMON_EXITS,
  customEntry,
  declaredEntry,
  derivedEntry,
  frameworkExits,
  type ExitEntry,
} from './exit-entries.ts'

/**
 * Finds one exit of a command, as the table of `checkedOf()` has it. A failure needs one exit and not the
 * checks of the whole declaration, which are slow to load.
 */
export function findExit(cli: Cli, command: Command, name: string): ExitEntry | undefined {
  const { exitCodes, errors } = command.declaration
  if (exitCodes && Object.hasOwn(exitCodes, name)) {
    const declared = exitCodes[name]!
    if (isCustomExit(declared)) return customEntry(declared)
    return isStandardExitName(name) ? declaredEntry(name, declared) : undefined
  }
  // An author who lists the exits lists those of the tool's errors that apply.
  const inherited = exitCodes ? {} : cli.declaration.errors
  for (const row of Object.values({ ...inherited, ...errors })) {
    const { exit } = errorRow(row)
    if (exit === name) return derivedEntry(exit)
    if (typeof exit === 'object' && exit.name === name) return customEntry(exit)
  }
  const others = ['SUCCESS', ...COMMON_EXITS, ...frameworkExits(command.declaration)] as const
  const found = others.find((each) => each === name)
  return found && derivedEntry(found)
}
