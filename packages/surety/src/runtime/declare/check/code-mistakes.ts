import { DEFAULT_DIALECT, traitsOf } from '../../../dialects/wires.ts'
import type { Cli } from '../cli.ts'
import { UNFIT_FOR_FIX } from '../exits/exit-declarations.ts'
import type { ErrorDeclaration } from '../types/exits.ts'
import type { ErrorTable } from '../exits/exit-table.ts'
import { commandOf, groupOf } from '../command-tree.ts'
import type { Members } from '../types/member-tree.ts'
import type { CliDeclaration } from '../types/cli-declaration.ts'
import { mistakes, type MistakeTexts, type Mistakes } from './mistakes.ts'

/** Finds mistakes in the codes of declared errors, and in the corrections that they name. */
export function codeMistakes({ declaration }: Cli, errors: ErrorTable): Mistakes {
  return Object.entries(errors).flatMap(([code, row]) => [
    ...mistakes(declaration.name, () => codeMistake(declaration, code)),
    ...mistakes(`${declaration.name}: error ${code}`, () => checkFix(declaration, row)),
  ])
}

function* codeMistake(cli: CliDeclaration, code: string): MistakeTexts {
  if (!/^[A-Z][A-Z0-9_]+$/.test(code) && writesSpec(cli))
    yield `ERROR_CODE_INVALID: error code '${code}' must be two or more capital letters, digits and underscores, as in DISK_FULL; only tools with a dialect of their own have others`
}

function writesSpec({ dialect, contract }: CliDeclaration): boolean {
  const own = contract ? Object.values(contract.versions) : [dialect ?? DEFAULT_DIALECT]
  return own.some((id) => traitsOf(id).generation !== undefined)
}

function* checkFix(cli: CliDeclaration, row: ErrorDeclaration): MistakeTexts {
  const { fixCommand, fixRequired, retryable } = row
  if (fixCommand === undefined) return
  const bad = UNFIT_FOR_FIX.exec(fixCommand)
  if (bad)
    yield `FIX_COMMAND_INVALID has a fixCommand with ${JSON.stringify(bad[0])}; it must run as it is, without a shell`
  if (fixRequired === undefined || retryable)
    yield 'FIX_COMMAND_ALONE has a fixCommand, so it needs fixRequired and is not retryable'
  const [tool, ...words] = fixCommand.split(' ')
  if (tool !== cli.name)
    yield `FIX_COMMAND_FOREIGN has a fixCommand that runs '${tool}'; it must be a command of ${cli.name}`
  if (isDestructive(cli.commands, words))
    yield 'FIX_COMMAND_DESTRUCTIVE has a fixCommand that is destructive; describe the fix in fixRequired instead'
}

/** Tests whether words name a destructive command, as far as commands are loaded. */
function isDestructive(members: Members, [word = '', ...rest]: readonly string[]): boolean {
  const member = Object.hasOwn(members, word) ? members[word] : undefined
  const group = groupOf(member)
  if (group) return isDestructive(group.commands, rest)
  return commandOf(member)?.declaration.danger === 'destructive'
}
