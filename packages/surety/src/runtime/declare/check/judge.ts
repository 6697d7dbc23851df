import type { Defect } from '../../../contract/index.ts'
import { hideForeignMembers } from '@surety/internal/foreign-members.ts'
import { cliMistakes, treeMistakes } from './check-cli.ts'
import { commandMistakes } from './check-command.ts'
import { codeMistakes } from './code-mistakes.ts'
import type { Mistakes } from './mistakes.ts'
import { wrongDeclaration } from '../wrong-declaration.ts'
import { resolveErrors, tablesOf } from '../exits/exit-table.ts'
import { commandOf, groupOf } from '../command-tree.ts'
import type { Members } from '../types/member-tree.ts'
import type { Command } from '../command.ts'
import type { Cli } from '../cli.ts'

/** Finds all mistakes in what is declared about a tool and its commands, as far as they are loaded. */
export function mistakesIn(cli: Cli): Mistakes {
  const { ofTool, ofCommands } = sorted(cli)
  return [...ofTool, ...ofCommands]
}

/** Sorts mistakes by whom they concern: the whole tool, or single commands. */
function sorted(cli: Cli): Readonly<Record<'ofTool' | 'ofCommands', Mistakes>> {
  const ofTool = [...cliMistakes(cli)]
  const ofCommands: Defect[] = []
  if (ofTool.length > 0) return { ofTool, ofCommands }
  const { declaration, root } = cli
  for (const { found, isCommand } of treeMistakes(declaration.name, declaration))
    (isCommand ? ofCommands : ofTool).push(...found)
  if (declaration.errors) ofTool.push(...codeMistakes(cli, resolveErrors(declaration.errors)))
  if (root) ofTool.push(...commandMistakes(cli, root), ...codesOf(cli, root))
  ofCommands.push(...mistakesBelow(cli, declaration.commands, []))
  return { ofTool, ofCommands }
}

function mistakesBelow(cli: Cli, members: Members, above: readonly string[]): Mistakes {
  return Object.entries(members).flatMap(([name, member]) => {
    const path = [...above, name]
    const group = groupOf(member)
    const command = commandOf(member)
    if (group) return mistakesBelow(cli, group.commands, path)
    if (!command) return []
    const found = commandMistakes(cli, command, path)
    return command.declaration.errors ? [...found, ...codesOf(cli, command, found)] : found
  })
}

/** Finds mistakes in the codes of a command, whose table can be made if nothing else is wrong with it. */
function codesOf(cli: Cli, command: Command, found = commandMistakes(cli, command)): Mistakes {
  return found.length > 0 ? [] : codeMistakes(cli, tablesOf(cli, command).errors)
}

/**
 * Refuses a call whose command or tool is declared wrongly; without a command it tells which commands are. Tests judge
 * with it what they run.
 */
export function judge(
  cli: Cli,
  path: readonly string[],
  command: Command | null,
  tell: (warning: string) => void,
): void {
  const { restore } = hideForeignMembers()
  try {
    const { ofTool, ofCommands } = command
      ? { ofTool: mistakesOfCall(cli, command, path), ofCommands: [] }
      : sorted(cli)
    const [first, ...others] = ofTool
    if (first) throw wrongDeclaration([first, ...others])
    for (const { message } of ofCommands) tell(`A command is declared wrongly: ${message}`)
  } finally {
    restore()
  }
}

/** Finds the mistakes in what is declared about a tool and the command of a call; no other matters. */
function mistakesOfCall(cli: Cli, command: Command, path: readonly string[]): Mistakes {
  const found = [...cliMistakes(cli)]
  if (found.length === 0)
    for (const each of treeMistakes(cli.declaration.name, cli.declaration, path))
      found.push(...each.found)
  if (found.length > 0) return found
  found.push(...commandMistakes(cli, command, path))
  if (found.length > 0) return found
  const { errors } = cli.declaration
  const codes = { ...resolveErrors(errors), ...tablesOf(cli, command).errors }
  return codeMistakes(cli, codes)
}
