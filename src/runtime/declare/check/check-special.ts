import { defect } from '../../../contract/index.ts'
import { inputJsonSchema } from '../../../schema/index.ts'
import type { CliDeclaration } from '../cli.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import type { StandardSchema } from '../standard-schema.ts'

/** Checks the declarations of commands that the contract has special rules for. */
export function checkSpecial(
  where: string,
  declaration: CommandDeclaration,
  tool: CliDeclaration | undefined,
): void {
  checkConfirmFlag(where, declaration, tool)
  checkProtocol(where, declaration)
  checkPerson(where, declaration)
  checkPassthrough(where, declaration)
}

/** Flags of the framework that can make a command real. */
const CONFIRMING = ['yes', 'confirmDestructive']

function checkConfirmFlag(
  where: string,
  declaration: CommandDeclaration,
  tool: CliDeclaration | undefined,
): void {
  const { confirmFlag, danger, safeDefault, dryRun, options } = declaration
  if (confirmFlag === undefined) return
  const refuse = (reason: string) => {
    throw defect('CONFIRM_FLAG_INVALID', `${where}: confirmFlag ${reason}`)
  }
  if (danger === 'safe') refuse('is for commands that change something; remove it')
  if (safeDefault) refuse('and safeDefault exclude each other; --live confirms already')
  if (typeof dryRun !== 'function') refuse('needs dryRun(), which previews without the flag')
  if (danger === 'destructive' && confirmFlag !== 'confirmDestructive')
    refuse(`of a destructive command is 'confirmDestructive', not '${confirmFlag}'`)
  if (danger !== 'destructive' && confirmFlag === 'confirmDestructive')
    refuse('confirmDestructive is for destructive commands')
  const own = { ...tool?.globals, ...options }[confirmFlag]
  if (own ? !isBoolean(own) : !CONFIRMING.includes(confirmFlag))
    refuse(`'${confirmFlag}' is no boolean option; declare ${confirmFlag}: s.boolean()`)
}

function isBoolean(schema: StandardSchema): boolean {
  return inputJsonSchema(schema)['type'] === 'boolean'
}

/** What a command cannot have whose arguments belong to another program. */
const NOT_IN_PASSTHROUGH = [
  'args',
  'options',
  'filter',
  'stdin',
  'confirmFlag',
  'safeDefault',
  'job',
  'interruption',
  'binary',
] as const

function checkPassthrough(where: string, declaration: CommandDeclaration): void {
  if (!declaration.passthrough) return
  const unfit = NOT_IN_PASSTHROUGH.find((member) => declaration[member])
  const reason =
    unfit === undefined
      ? declaration.danger === 'destructive' && 'a destructive command needs flags of its own'
      : `${unfit} is not for commands that hand their arguments on; remove it`
  if (reason) throw defect('PASSTHROUGH_INVALID', `${where}: ${reason}`)
}

/** What a command cannot have whose stdout belongs to a protocol. */
const NOT_IN_PROTOCOLS = [
  'stdin',
  'interactive',
  'output',
  'job',
  'interruption',
  'confirmFlag',
  'safeDefault',
  'dryRun',
] as const

function checkProtocol(where: string, declaration: CommandDeclaration): void {
  const { filter, protocol } = declaration
  const refuse = (reason: string) => {
    throw defect('PROTOCOL_INVALID', `${where}: ${reason}`)
  }
  if (protocol !== undefined && filter !== 'protocol')
    refuse("protocol goes with filter: 'protocol'; add it")
  if (protocol !== undefined && !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(protocol))
    refuse(`protocol is '${protocol}'; use lower case with hyphens, as in mcp-stdio`)
  if (filter !== 'protocol') return
  const unfit = NOT_IN_PROTOCOLS.find((member) => declaration[member])
  if (unfit !== undefined)
    refuse(`${unfit} is not for commands whose stdout belongs to a protocol; remove it`)
}

function checkPerson(where: string, { requiresPerson, interactive, mcp }: CommandDeclaration) {
  if (!requiresPerson || (interactive && mcp === false)) return
  throw defect(
    'PERSON_INVALID',
    `${where}: requiresPerson needs interactive: true and mcp: false beside it`,
  )
}
