import type { Cli } from '../cli.ts'
import type { Command } from '../command.ts'
import names from './member-names.json' with { type: 'json' }

/** Tests for a member that does not exist in what a call reads: with `option` no option is known. */
export function isDoubtful({ declaration }: Cli, command: Command | null): boolean {
  return hasOther(declaration, names.tool) || hasOther(command?.declaration ?? {}, names.command)
}

function hasOther(declaration: object, known: string): boolean {
  const names = known.split(' ')
  return Object.keys(declaration).some((name) => !names.includes(name))
}
