import type { Cli } from '../cli.ts'
import { placeName, resolveErrors, tablesOf } from '../exits/exit-table.ts'
import { rulesOf } from '../generation-rules.ts'
import { cliMistakes, treeMistakes } from './check-cli.ts'
import { commandMistakes } from './check-command.ts'
import { requiredFlaws } from './check-required.ts'
import { codeMistakes } from './code-flaws.ts'
import { mistakes, type JudgedCall, type Mistakes } from './flaws.ts'

/** Finds the mistakes in what is declared about a tool and the command of a call; no other matters. */
export function judgeCall(cli: Cli, { command, path }: JudgedCall): Mistakes {
  const found = [...cliMistakes(cli)]
  if (found.length === 0)
    for (const each of treeMistakes(cli.declaration.name, cli.declaration, path))
      found.push(...each.found)
  if (!command || found.length > 0 || !isOwn(cli, path)) return found
  const where = placeName(cli, command, path)
  found.push(...commandMistakes(cli, command, path))
  if (found.length > 0) return found
  const rules = rulesOf(cli.declaration.dialect)
  if (rules.isStrict)
    found.push(...mistakes(where, () => requiredFlaws(cli, command.declaration, rules)))
  const { errors } = cli.declaration
  const codes = { ...resolveErrors(errors), ...tablesOf(cli, command).errors }
  return [...found, ...codeMistakes(cli, codes)]
}

/** Built-in commands are ours, whatever the tool declares. */
function isOwn({ declaration: { commands } }: Cli, [first]: readonly string[]): boolean {
  return first === undefined || Object.hasOwn(commands, first)
}
