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
  const found = [...cliMistakes(cli)]
  if (found.length > 0) return found
  for (const each of treeMistakes(cli.declaration.name, cli.declaration)) found.push(...each.found)
  const { declaration, root } = cli
  if (declaration.errors) found.push(...codeMistakes(cli, resolveErrors(declaration.errors)))
  if (root) found.push(...commandMistakes(cli, root), ...codesOf(cli, root))
  return [...found, ...mistakesBelow(cli, declaration.commands, [])]
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

/** Finds the mistakes of a tool, or those that concern one call. */
export async function judged(cli: Cli, call?: JudgedCall): Promise<Mistakes> {
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
