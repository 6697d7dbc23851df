import { suretyError, type Defect, type SuretyError } from '../../../contract/index.ts'
import { hideForeignMembers } from '../../../internal/foreign-members.ts'
import { DEFAULT_DIALECT, traitsOf } from '../../../dialects/index.ts'
import { cliMistakes, missingDescriptions, treeMistakes } from './check-cli.ts'
import { commandMistakes } from './check-command.ts'
import type { requiredFlaws } from './check-required.ts'
import { mistakes, type Flaws, type Mistakes } from './flaws.ts'
import { UNFIT_FOR_FIX, type ErrorDeclaration } from '../exits/exit-declarations.ts'
import { placeName, resolveErrors, tablesOf, type ErrorTable } from '../exits/exit-table.ts'
import { commandOf, groupOf, type Members } from '../groups/group.ts'
import type { Command } from '../command.ts'
import type { Cli } from '../cli.ts'
import type { CliDeclaration } from '../types/cli-declaration.ts'
import { rulesOf } from '../generation-rules.ts'

/** What a call is judged by: the command, if it is known, and what generations with requirements demand of it. */
interface JudgedCall {
  readonly command: Command | null
  readonly path: readonly string[]
  readonly demands: typeof requiredFlaws | null
}

const judged = new WeakMap<Command, { readonly cli: Cli; readonly found: Mistakes }>()

/** Finds the mistakes that concern a call; the same command of a tool is judged once. */
function mistakesOfCall(cli: Cli, call: JudgedCall): Mistakes {
  const { command } = call
  const known = command && judged.get(command)
  if (known && known.cli === cli) return known.found
  const found = judgeCall(cli, call)
  if (command) judged.set(command, { cli, found })
  return found
}

/** Finds the mistakes in what is declared about a tool and the command of a call; no other matters. */
function judgeCall(cli: Cli, { command, path, demands }: JudgedCall): Mistakes {
  const found = [...cliMistakes(cli)]
  if (found.length === 0)
    for (const each of treeMistakes(cli.declaration.name, cli.declaration))
      if (each.path.every((word, at) => word === path[at])) found.push(...each.found)
  if (!command || found.length > 0 || !isOwn(cli, path)) return found
  const where = placeName(cli, command, path)
  found.push(...commandMistakes(cli, command, path))
  if (found.length > 0) return found
  if (demands)
    found.push(
      ...mistakes(where, () => demands(cli, command.declaration, rulesOf(cli.declaration.dialect))),
    )
  const { name, errors } = cli.declaration
  const codes = { ...resolveErrors(name, errors), ...tablesOf(cli, command, path).errors }
  return [...found, ...codeMistakes(cli, codes)]
}

/** Finds all mistakes in what is declared about a tool and its commands, as far as they are loaded. */
export function mistakesIn(cli: Cli): Mistakes {
  const found = [...cliMistakes(cli)]
  if (found.length > 0) return found
  for (const each of treeMistakes(cli.declaration.name, cli.declaration)) found.push(...each.found)
  const { declaration, root } = cli
  if (declaration.errors)
    found.push(...codeMistakes(cli, resolveErrors(declaration.name, declaration.errors)))
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
export async function refuseMistakes(
  cli: Cli,
  call?: Pick<JudgedCall, 'command' | 'path'>,
): Promise<void> {
  const isStrict = call && rulesOf(cli.declaration.dialect).isStrict
  const demands = isStrict ? (await import('./check-required.ts')).requiredFlaws : null
  const { restore } = hideForeignMembers()
  try {
    const found = call ? mistakesOfCall(cli, { demands, ...call }) : mistakesIn(cli)
    const [first, ...others] = found
    if (first) throw wrongDeclaration([first, ...others])
  } finally {
    restore()
  }
}

/** Says what the author of a tool could describe; nobody is refused for it. */
export function adviceAbout(cli: Cli): readonly string[] {
  const known = advised.get(cli)
  if (known) return known
  const advice = mistakesIn(cli).length > 0 ? [] : [...missingDescriptions(cli.declaration)]
  advised.set(cli, advice)
  return advice
}

const advised = new WeakMap<Cli, readonly string[]>()

/** Makes the failure that tells mistakes in declarations, all at once. */
export function wrongDeclaration(found: readonly [Defect, ...Defect[]]): SuretyError {
  const [first] = found
  const texts = [...new Set(found.map(({ message }) => message))]
  return suretyError('INTERNAL_ERROR', `The tool is declared wrongly: ${texts.join('; ')}.`, {
    phase: 'validation',
    retryable: false,
    details: {
      defect: first.code,
      ...(found.length > 1 && { defects: found.map(({ code }) => code) }),
    },
    cause: first,
  })
}

/** Built-in commands are ours, whatever the tool declares. */
function isOwn({ declaration: { commands } }: Cli, [first]: readonly string[]): boolean {
  return first === undefined || Object.hasOwn(commands, first)
}

function codeMistakes({ declaration }: Cli, errors: ErrorTable): Mistakes {
  return Object.entries(errors).flatMap(([code, row]) => [
    ...mistakes(declaration.name, () => codeFlaw(declaration, code)),
    ...mistakes(`${declaration.name}: error ${code}`, () => checkFix(declaration, row)),
  ])
}

function* codeFlaw(cli: CliDeclaration, code: string): Flaws {
  if (!/^[A-Z][A-Z0-9_]+$/.test(code) && writesSpec(cli))
    yield `ERROR_CODE_INVALID: error code '${code}' must be two or more capital letters, digits and underscores, as in DISK_FULL; only tools with a dialect of their own have others`
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
