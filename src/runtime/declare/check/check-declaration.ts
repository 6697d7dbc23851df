import { Defect, defect, suretyError } from '../../../contract/index.ts'
import { DEFAULT_DIALECT, traitsOf } from '../../../dialects/index.ts'
import { checkCli } from './check-cli.ts'
import { checkRequired } from './check-required.ts'

import { checkedOf } from './check-command.ts'
import { resolveErrors } from './check-errors.ts'
import type { Cli, CliDeclaration } from '../cli.ts'
import type { Command } from '../command.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import type { ErrorDeclaration, ErrorTable } from '../exits/error-declarations.ts'
import { UNFIT_FOR_FIX } from '../fix-command.ts'
import { commandOf, groupOf, type Members } from '../groups/group.ts'
import { followsRequirements, isGenerator } from '../plain-declaration.ts'

/**
 * Checks the declaration of a tool and of one of its commands, and throws if something is wrong. A run does
 * it before it reads any input, and only if the declaration is unusual, because the checks take time to load.
 */
export function checkDeclaration(cli: Cli, command: Command, path: readonly string[]): void {
  try {
    checkCli(cli)
    const { errors } = checkedOf(cli, command, path)
    const where = `command '${path.join(' ') || cli.declaration.name}'`
    checkHandlers(where, command.declaration)
    checkInterruption(where, command.declaration)
    if (isOwn(cli, path) && followsRequirements(cli))
      checkRequired(where, command.declaration, traitsOf(cli.declaration.dialect ?? '').isCurrent)
    checkCodes(cli, errors)
  } catch (error) {
    if (!(error instanceof Defect)) throw error
    throw suretyError('INTERNAL_ERROR', `The tool is declared wrongly: ${error.message}.`, {
      phase: 'validation',
      retryable: false,
      details: { defect: error.code },
      cause: error,
    })
  }
}

/** Built-in commands are ours, whatever the tool declares. */
function isOwn({ declaration: { commands } }: Cli, [first]: readonly string[]): boolean {
  return first === undefined || Object.hasOwn(commands, first)
}

/** Checks a tool and all of its commands that are loaded. */
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
  for (const code of Object.values(cli.frameworkErrors ?? {})) checkCode(cli, code)
  const all = { ...resolveErrors(cli.name, cli.errors), ...errors }
  for (const [code, row] of Object.entries(all)) {
    checkCode(cli, code)
    if (row.fixCommand !== undefined) checkFix(cli, code, row)
  }
}

/** Checks what an interruption can be combined with. */
function checkInterruption(where: string, declaration: CommandDeclaration): void {
  const { interruption, job, filter, options, danger } = declaration
  if (!interruption) return
  const refuse = (reason: string) => {
    throw defect('INTERRUPTION_INVALID', `${where}: interruption ${reason}`)
  }
  if (!interruption.detach && !interruption.resume) refuse('needs detach or resume')
  if (job) refuse('and job exclude each other')
  if (filter !== undefined || isGenerator(declaration.run))
    refuse('is not for streams; collect the rows')
  for (const ms of [interruption.idleTimeoutMs, interruption.maxLifetimeMs]) {
    if (ms !== undefined && !(Number.isInteger(ms) && ms >= 1000))
      refuse('has a limit below 1000 milliseconds')
  }
  if (
    interruption.resume &&
    danger !== 'safe' &&
    options &&
    Object.hasOwn(options, 'idempotencyKey')
  )
    refuse('with resume needs the --idempotency-key of the framework')
}

/** What follows a call of `exec` or `pipe` with a string, and one of `exec` with a shell option. */
const STRING = String.raw`(?:\[[^\]]*\]\s*,\s*)*["'\`]`
const OPTION = String.raw`[^()]*\bshell:\s*(?:true|!0|["'\`])`

/** Calls in `validate()` that write a file, start a program or use the network. */
const ACTS =
  /\b((?:writeFile|appendFile|mkdir|mkdtemp|unlink|copyFile|createWriteStream|execFile)(?:Sync)?|(?:rm|rmdir|rename|exec|spawn)Sync|fetch)\(/

/**
 * Refuses calls that can be recognised in the source of a handler, so that they do not fail halfway
 * through its work. Others are refused when they are made.
 */
function checkHandlers(where: string, declaration: CommandDeclaration): void {
  const acts = ACTS.exec(String(declaration.validate))?.[1]
  if (acts !== undefined)
    throw defect(
      'VALIDATE_ACTS',
      `${where} calls ${acts}() in validate(), which must only look at the input; move it into run()`,
    )
  for (const handler of [declaration.run, declaration.dryRun]) {
    if (!handler) continue
    const source = Function.prototype.toString.call(handler)
    if (calls(source, 'exec|pipe', STRING))
      throw defect(
        'SHELL_STRING_PROHIBITED',
        `SHELL_STRING_PROHIBITED: ${where} gives exec() a string; give it an array such as ['git', 'status']`,
      )
    if (calls(source, 'exec', OPTION))
      throw defect(
        'SHELL_OPTION_PROHIBITED',
        `SHELL_OPTION_PROHIBITED: ${where} gives exec() a shell option; a child process never runs in a shell`,
      )
    if (!declaration.gui && calls(source, 'open', ''))
      throw defect(
        'GUI_UNDECLARED',
        `${where} calls open() and must declare gui: [{ name: 'browser', headless: 'emit_in_output' }]`,
      )
  }
}

/** Tests for a call of a function of the context, taken out of the parameter or called on it. */
function calls(source: string, names: string, then: string): boolean {
  const taken = `^[^)]*?\\{[^)]*?\\b(${names})\\b[^)]*?\\}\\s*\\)[^]*?[^.\\w$]\\1\\(\\s*${then}`
  const member = `^(?:async\\b\\s*)?(?:function\\b\\s*)?[\\w$]*\\s*\\(?\\s*([\\w$]+)[^]*?[^.\\w$]\\1\\.(?:${names})\\(\\s*${then}`
  return new RegExp(taken).test(source) || new RegExp(member).test(source)
}

function checkCode(cli: CliDeclaration, code: string): void {
  if (/^[A-Z][A-Z0-9_]+$/.test(code) || !writesSpec(cli)) return
  throw defect(
    'ERROR_CODE_INVALID',
    `${cli.name}: error code '${code}' must be in upper case, as in DISK_FULL; only tools with a dialect of their own have others`,
  )
}

function writesSpec({ dialect, contract }: CliDeclaration): boolean {
  const own = contract ? Object.values(contract.versions) : [dialect ?? DEFAULT_DIALECT]
  return own.some((id) => traitsOf(id).generation !== undefined)
}

function checkFix(cli: CliDeclaration, code: string, row: ErrorDeclaration): void {
  const { fixCommand = '', fixRequired, retryable } = row
  const where = `${cli.name}: error ${code}`
  const bad = UNFIT_FOR_FIX.exec(fixCommand)
  if (bad) {
    throw defect(
      'FIX_COMMAND_INVALID',
      `${where} has a fixCommand with ${JSON.stringify(bad[0])}; it must run as it is, without a shell`,
    )
  }
  if (fixRequired === undefined || retryable) {
    throw defect(
      'FIX_COMMAND_ALONE',
      `${where} has a fixCommand, so it needs fixRequired and is not retryable`,
    )
  }
  const [tool, ...words] = fixCommand.split(' ')
  if (tool !== cli.name) {
    throw defect(
      'FIX_COMMAND_FOREIGN',
      `${where} has a fixCommand that runs '${tool}'; it must be a command of ${cli.name}`,
    )
  }
  if (isDestructive(cli.commands, words)) {
    throw defect(
      'FIX_COMMAND_DESTRUCTIVE',
      `${where} has a fixCommand that is destructive; describe the fix in fixRequired instead`,
    )
  }
}

/** Tests whether words name a destructive command, as far as commands are loaded. */
function isDestructive(members: Members, [word = '', ...rest]: readonly string[]): boolean {
  const member = Object.hasOwn(members, word) ? members[word] : undefined
  const group = groupOf(member)
  if (group) return isDestructive(group.commands, rest)
  return commandOf(member)?.declaration.danger === 'destructive'
}
