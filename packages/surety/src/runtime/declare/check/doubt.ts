import type { Cli } from '../cli.ts'
import type { Command } from '../command.ts'
import names from './member-names.json' with { type: 'json' }

/** Tests for a member that does not exist in what a call reads: with `option` no option is known. */
export function isDoubtful({ declaration }: Cli, command: Command | null): boolean {
  return (
    Object.keys(declaration).some((name) => !names.tool.includes(name)) ||
    Object.keys(command?.declaration ?? {}).some((name) => !names.command.includes(name))
  )
}
