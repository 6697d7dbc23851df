import type { Cli } from '../declare/cli.ts'
import { findFlag, takesValue } from '../declare/framework-flags.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { compileArgv, type ArgvParser } from '../input/argv/compile.ts'
import { splitCommandLine, type CommandLine } from '../run/command-line.ts'
import { findMember } from './command-tree.ts'

/** Reads the words of a call to a tool. Never throws. */
export function readCommandLine(cli: Cli, argv: readonly string[]): CommandLine {
  const { globals, ownFlags = [] } = cli.declaration
  let own: ArgvParser | null | undefined
  const takesNext = (flag: string, next: string): boolean => {
    if (globals && own === undefined) own = parserOf(globals)
    const name = flag.slice(2)
    const mine = flag.startsWith('--') ? own?.table.long(flag) : own?.table.short(flag)
    const isOwn = mine !== undefined || !flag.startsWith('--') || ownFlags.includes(name)
    const isSwitch = isOwn ? mine?.field.isSwitch : findFlag(name)?.def.kind === 'boolean'
    if (isSwitch) {
      // The word is the value of the switch before it, unless it is a command.
      const isAnswer = next === 'true' || next === 'false'
      return isAnswer && !mine?.field.isCount && !findMember(cli.declaration.commands, next)
    }
    return isOwn ? own?.takesValue(flag) === true : takesValue(name, cli.declaration)
  }
  return splitCommandLine(argv, {
    takesValue: takesNext,
    rowOf: (flag) => (flag.startsWith('--') ? findFlag(flag.slice(2)) : undefined),
  })
}

/** Tests whether every command of a tool knows an option, so that it may stand before them. */
export function isFlagOfTool({ declaration: { globals } }: Cli, flag: string): boolean {
  if (!flag.startsWith('--')) return true
  return (
    findFlag(flag.slice(2)) !== undefined || parserOf(globals ?? {})?.table.long(flag) !== undefined
  )
}

/** Global options that are declared wrongly are refused later, where the answer can say so. */
function parserOf(globals: Shape): ArgvParser | null {
  try {
    return compileArgv({ flags: { globals } })
  } catch {
    return null
  }
}
