import { defect } from '../../contract/index.ts'
import { DEFAULT_DIALECT, traitsOf } from '../../dialects/index.ts'
import type { Cli, CliDeclaration } from './cli.ts'
import { isCommand, type Command } from './command.ts'
import type { CommandDeclaration } from './command-declaration.ts'
import type { ErrorDeclaration } from './error-declarations.ts'
import { UNFIT_FOR_FIX } from './fix-command.ts'
import { isGroup, type Members } from './group.ts'

/**
 * Checks of a declaration that few commands need. They are made when the command is called, before its
 * input is read, because every start would have to load them otherwise.
 */
export function checkLate({ declaration: cli, errors }: Cli, command: Command): void {
  const where = `command '${command.declaration.description}'`
  checkHandlers(where, command.declaration)
  for (const code of Object.values(cli.frameworkErrors ?? {})) checkCode(cli, code)
  for (const [code, row] of Object.entries({ ...errors, ...command.checked.errors })) {
    checkCode(cli, code)
    if (row.fixCommand !== undefined) checkFix(cli, code, row)
  }
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
  if (isGroup(member)) return isDestructive(member.commands, rest)
  return isCommand(member) && member.declaration.danger === 'destructive'
}
