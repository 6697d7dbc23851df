import type { CustomExitCode } from '../../contract/index.ts'
import type { Cli } from './cli.ts'
import type { Command } from './command.ts'
import { errorRow } from './error-declarations.ts'

/** Finds the author's own exit codes among those that a command may end with. */
export function customExitsOf(cli: Cli, command: Command | null): readonly CustomExitCode[] {
  const { exitCodes = {}, errors = {} } = command?.declaration ?? {}
  const rows = Object.values({ ...cli.declaration.errors, ...errors })
  return [...Object.values(exitCodes), ...rows.map((row) => errorRow(row).exit)].filter(
    isCustomExit,
  )
}

/** Tests whether a value is the result of `defineExitCode()`. */
export function isCustomExit(value: unknown): value is CustomExitCode {
  return typeof value === 'object' && value !== null && 'number' in value && 'side_effects' in value
}
