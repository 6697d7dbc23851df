import type { Cli } from '../declare/cli.ts'
import { findFlag, takesValue } from '../declare/framework-flags.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { compileArgv, type ArgvParser } from '../input/argv/compile.ts'
import { splitCommandLine, type CommandLine } from '../run/command-line.ts'
import { findMember } from './command-tree.ts'

export { readerOf, readLine } from '../input/read-line.ts'

/** Reads the words of a call to a tool. Never throws. */
export function readCommandLine(cli: Cli, argv: readonly string[]): CommandLine {
  const { globals, ownFlags = [] } = cli.declaration
  let own: ArgvParser | null | undefined
  return splitCommandLine(argv, (flag, next) => {
    const name = flag.slice(2)
    const isLong = flag.startsWith('--')
    const row = isLong ? findFlag(name) : undefined
    if (next === undefined) return { takesNext: false, row }
    if (globals && own === undefined) own = parserOf(globals)
    const mine = isLong ? own?.table.long(flag) : own?.table.short(flag)
    const isOwn = mine !== undefined || !isLong || ownFlags.includes(name)
    if (isOwn ? mine?.field.isSwitch : row?.def.kind === 'boolean') {
      // The word is the value of the switch before it, unless it is a command.
      const isAnswer = (next === 'true' || next === 'false') && !mine?.field.isCount
      return { takesNext: isAnswer && !findMember(cli.declaration.commands, next), row }
    }
    const isTaken = isOwn ? own?.takesValue(flag) === true : takesValue(name, cli.declaration)
    return { takesNext: isTaken, row }
  })
}

/** Tests whether every command of a tool knows an option, so that it may stand before them. */
export function isFlagOfTool({ declaration: { globals } }: Cli, flag: string): boolean {
  const isLong = flag.startsWith('--')
  const table = parserOf(globals ?? {})?.table
  if ((isLong ? table?.long(flag) : table?.short(flag)) !== undefined) return true
  return isLong ? findFlag(flag.slice(2)) !== undefined : flag === '-h'
}

/** Global options that are declared wrongly are refused later, where the answer can say so. */
function parserOf(globals: Shape): ArgvParser | null {
  try {
    return compileArgv({ flags: { globals } })
  } catch {
    return null
  }
}
