import { FLAGS, namesOf } from './framework-flags.ts'
import type { CommandDeclaration } from './types/command-declaration.ts'

/** Lists the names of the flags that a command may have in any contract, and whether each takes a value. */
export function flagNamesOf(command: Partial<CommandDeclaration>): ReadonlyMap<string, boolean> {
  const tool = { name: 'every', commands: {}, contract: { versions: {}, default: '' } }
  const flags = FLAGS.filter(({ on }) => !on || on({ tool, command }))
  return new Map(
    flags.flatMap((flag) => namesOf(flag).map((name) => [name, flag.def.kind !== 'boolean'])),
  )
}
