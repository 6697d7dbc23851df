import { Defect, suretyError } from '../../../contract/index.ts'
import { DEFAULT_DIALECT, traitsOf } from '../../../dialects/index.ts'
import { checkCli, checkTree } from './check-cli.ts'
import { checkedOf } from './check-command.ts'
import { flaw, refuse, type Flaws } from './forms.ts'
import {
  resolveErrors,
  UNFIT_FOR_FIX,
  type ErrorDeclaration,
  type ErrorTable,
} from '../exits/exit-declarations.ts'
import { commandOf, groupOf, type Members } from '../groups/group.ts'
import type { Command } from '../command.ts'
import type { Cli, CliDeclaration } from '../cli.ts'
import { rulesOf } from '../generation-rules.ts'

export async function checkDeclaration(
  cli: Cli,
  command: Command,
  path: readonly string[],
): Promise<void> {
  try {
    checkCli(cli)
    const { errors } = checkedOf(cli, command, path)
    const where = `command '${path.join(' ') || cli.declaration.name}'`
    const rules = rulesOf(cli.declaration.dialect)
    if (isOwn(cli, path) && rules.isStrict) {
      const { requiredFlaws } = await import('./check-required.ts')
      refuse(where, requiredFlaws(cli, command.declaration, rules))
    }
    checkCodes(cli, errors)
  } catch (error) {
    throw asFailure(error)
  }
}

/** Finds a mistake that makes it impossible to read the words of a call; with `isDeep` any of those that can be seen. */
export function findFlaw(cli: Cli, isDeep = false): unknown {
  try {
    checkTree(cli)
    if (isDeep) checkTool(cli)
    return null
  } catch (error) {
    return asFailure(error)
  }
}

/** Turns a defect of the declarations into the failure that answers with it. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof Defect)) return error
  return suretyError('INTERNAL_ERROR', `The tool is declared wrongly: ${error.message}.`, {
    phase: 'validation',
    retryable: false,
    details: { defect: error.code },
    cause: error,
  })
}

/** Built-in commands are ours, whatever the tool declares. */
function isOwn({ declaration: { commands } }: Cli, [first]: readonly string[]): boolean {
  return first === undefined || Object.hasOwn(commands, first)
}

export function checkTool(cli: Cli): void {
  checkCli(cli)
  if (cli.root) checkedOf(cli, cli.root)
  checkCommands(cli, cli.declaration.commands, [])
}

function checkCommands(cli: Cli, members: Members, above: readonly string[]): void {
  for (const [name, member] of Object.entries(members)) {
    const path = [...above, name]
    const group = groupOf(member)
    const command = commandOf(member)
    if (group) checkCommands(cli, group.commands, path)
    else if (command) checkedOf(cli, command, path)
  }
}

function checkCodes({ declaration: cli }: Cli, errors: ErrorTable): void {
  const all = { ...resolveErrors(cli.name, cli.errors), ...errors }
  for (const [code, row] of Object.entries(all)) {
    if (!/^[A-Z][A-Z0-9_]+$/.test(code) && writesSpec(cli))
      throw flaw(
        cli.name,
        `ERROR_CODE_INVALID: error code '${code}' must be in upper case, as in DISK_FULL; only tools with a dialect of their own have others`,
      )
    refuse(`${cli.name}: error ${code}`, checkFix(cli, row))
  }
}

function writesSpec({ dialect, contract }: CliDeclaration): boolean {
  const own = contract ? Object.values(contract.versions) : [dialect ?? DEFAULT_DIALECT]
  return own.some((id) => traitsOf(id).generation !== undefined)
}

function* checkFix(cli: CliDeclaration, row: ErrorDeclaration): Flaws {
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
