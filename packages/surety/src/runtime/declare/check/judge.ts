import {
  suretyError,
  type Defect,
  type SuretyError,
  type SuretyErrorFacts,
} from '../../../contract/index.ts'
import { hideForeignMembers } from '@surety/internal/foreign-members.ts'
import { cliMistakes, treeMistakes } from './check-cli.ts'
import { commandMistakes } from './check-command.ts'
import { codeMistakes } from './code-flaws.ts'
import type { JudgedCall, Mistakes } from './flaws.ts'
import { resolveErrors, tablesOf } from '../exits/exit-table.ts'
import { commandOf, groupOf, type Members } from '../groups/group.ts'
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

/** Refuses a tool that is declared wrongly: all of it that is loaded, or what concerns one call. */
export async function refuseMistakes(cli: Cli, call?: JudgedCall): Promise<void> {
  const [first, ...others] = await judged(cli, call)
  if (first) throw wrongDeclaration([first, ...others])
}

/** Refuses a tool that is declared wrongly, and tells which of its commands are: only those cannot be called. */
export function warnOfMistakes(cli: Cli, tell: (warning: string) => void): void {
  const { restore } = hideForeignMembers()
  try {
    const { ofTool, ofCommands } = sorted(cli)
    const [first, ...others] = ofTool
    if (first) throw wrongDeclaration([first, ...others])
    for (const { message } of ofCommands) tell(`A command is declared wrongly: ${message}`)
  } finally {
    restore()
  }
}

/** Finds the mistakes of a tool, or those that concern one call. */
async function judged(cli: Cli, call?: JudgedCall): Promise<Mistakes> {
  const judgeCall = call && (await import('./judge-call.ts')).judgeCall
  const { restore } = hideForeignMembers()
  try {
    return call && judgeCall ? judgeCall(cli, call) : mistakesIn(cli)
  } finally {
    restore()
  }
}

/** Makes the failure that tells mistakes in declarations, all at once. */
export function wrongDeclaration(
  found: readonly [Defect, ...Defect[]],
  facts: Pick<SuretyErrorFacts, 'phase' | 'detail'> = { phase: 'validation' },
): SuretyError {
  const [first] = found
  const texts = [...new Set(found.map(({ message }) => message))]
  return suretyError('INTERNAL_ERROR', `The tool is declared wrongly: ${texts.join('; ')}.`, {
    ...facts,
    retryable: false,
    details: {
      defect: first.code,
      ...(found.length > 1 && { defects: found.map(({ code }) => code) }),
    },
    cause: first,
  })
}
