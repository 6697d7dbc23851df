import { closest } from '../../../internal/closest.ts'
import { defect } from '../../../contract/index.ts'
import { inputJsonSchema, type StandardSchema } from '../../../schema/index.ts'
import { resolveErrors } from './check-errors.ts'
import type { Cli } from '../cli.ts'
import type { Command } from '../command.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import type { ErrorTable } from '../exits/error-declarations.ts'
import { resolveExits, frameworkExits, type ExitTable } from '../exits/exit-declarations.ts'
import { flagName } from '../framework-flags.ts'
import { refuseReserved } from './check-cli.ts'

/** The parts of a declaration that are computed once, when something needs them. */
export interface CheckedCommand {
  readonly exits: ExitTable
  readonly errors: ErrorTable
  /** Names of the result types that the command may return. */
  readonly types: readonly string[]
}

/** Result types that every command can return without declaring them. */
export const FRAMEWORK_TYPES: readonly string[] = Object.freeze([
  'command_schema',
  'help',
  'llms',
  'not_modified',
  'selection',
  'token_count',
  'version',
])

const known = new WeakMap<Command, { readonly cli: Cli | null; readonly checked: CheckedCommand }>()

/** Checks a command of a tool, or a built-in command, and returns its exits, errors and types. */
export function checkedOf(
  cli: Cli | null,
  command: Command,
  path: readonly string[] = [],
): CheckedCommand {
  const earlier = known.get(command)
  if (earlier && earlier.cli === cli) return earlier.checked
  const name = path.join(' ') || (cli?.declaration.name ?? command.declaration?.description)
  const where = `command '${name}'`
  checkCommand(where, command.declaration, cli?.declaration, cli?.root === command)
  const checked = resolve(where, command.declaration, cli?.declaration)
  known.set(command, { cli, checked })
  return checked
}

/** Checks a declaration against the contract and throws on a violation. */
function checkCommand(
  where: string,
  declaration: CommandDeclaration,
  tool: Cli['declaration'] | undefined,
  isWholeTool: boolean,
): void {
  checkMembers(where, declaration)
  checkDanger(where, declaration)
  checkConfirmFlag(where, declaration, tool)
  checkProtocol(where, declaration)
  checkPerson(where, declaration)
  checkPassthrough(where, declaration)
  checkAuth(where, declaration)
  checkJob(where, declaration)
  checkGui(where, declaration)
  checkParams(where, declaration, tool?.ownFlags, isWholeTool)
}

/** Brings the exits and errors of a command into their long forms and fills in defaults. */
function resolve(
  where: string,
  declaration: CommandDeclaration,
  tool: Cli['declaration'] | undefined,
): CheckedCommand {
  const errors = resolveErrors(where, declaration.errors)
  // An author who lists the exits lists those of the tool's errors that apply.
  const inherited = declaration.exitCodes ? {} : resolveErrors(where, tool?.errors)
  const exits = resolveExits(
    where,
    declaration.exitCodes,
    Object.values({ ...inherited, ...errors }).map(({ exit }) => exit),
    frameworkExits(declaration),
  )
  const types = [...(declaration.type ? [declaration.type] : []), ...(declaration.types ?? [])]
  return Object.freeze({ exits, errors, types: Object.freeze(types) })
}

const MEMBERS: readonly string[] = [
  'description',
  'danger',
  'exitCodes',
  'args',
  'options',
  'exactlyOne',
  'env',
  'globals',
  'output',
  'type',
  'types',
  'errors',
  'aliases',
  'hidden',
  'deprecated',
  'examples',
  'nextSteps',
  'validate',
  'view',
  'text',
  'failureText',
  'setup',
  'run',
  'dryRun',
  'safeDefault',
  'confirmFlag',
  'idempotent',
  'interactive',
  'requiresPerson',
  'network',
  'timeoutMs',
  'auth',
  'scopes',
  'list',
  'cacheable',
  'stdin',
  'binary',
  'job',
  'interruption',
  'keepsWork',
  'passthrough',
  'filter',
  'protocol',
  'children',
  'configScope',
  'mcp',
  'gui',
  'editor',
  'steps',
  'cleanup',
] satisfies readonly (keyof CommandDeclaration)[]

function checkMembers(where: string, declaration: CommandDeclaration): void {
  const members = declaration as unknown as Record<string, unknown>
  if (members['execute'] !== undefined || members['before'] !== undefined) {
    throw defect(
      'HOOK_ORDER',
      `${where}: execute and before would run before validation; move the work into run()`,
    )
  }
  // Checked by checkJob, which says what to write instead.
  const unknown = Object.keys(declaration).find((key) => key !== 'async' && !MEMBERS.includes(key))
  if (unknown !== undefined) {
    const near = closest(unknown, MEMBERS)
    throw defect(
      'MEMBER_UNKNOWN',
      `${where} has a member '${unknown}', which does not exist${near === undefined ? '; remove it' : `; did you mean ${near}?`}`,
    )
  }
  if (typeof declaration.run !== 'function') {
    throw defect('RUN_MISSING', `${where} has no run(); add run: ({ args }) => ({ ... })`)
  }
}

function checkDanger(where: string, declaration: CommandDeclaration): void {
  const { danger, dryRun, safeDefault, filter } = declaration
  if (danger !== undefined && !['safe', 'mutating', 'destructive'].includes(danger)) {
    throw defect(
      'DANGER_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `${where} has danger '${String(danger)}'; use safe, mutating or destructive`,
    )
  }
  if (safeDefault && danger !== 'destructive') {
    throw defect(
      'SAFE_DEFAULT_MISPLACED',
      `${where}: only destructive commands can have safeDefault; add danger: 'destructive' or remove it`,
    )
  }
  // What a server is asked to do comes later, so it cannot be previewed.
  if (danger === 'destructive' && filter !== 'protocol' && typeof dryRun !== 'function') {
    throw defect(
      'DRY_RUN_MISSING',
      `${where} is destructive and needs dryRun(), which returns what run() would delete`,
    )
  }
}

function checkAuth(where: string, declaration: CommandDeclaration): void {
  const { auth, scopes } = declaration
  if (!auth) return
  if (!auth.headless && (auth.tokenEnv ?? []).length === 0) {
    throw defect(
      auth.headless === undefined ? 'AUTH_HEADLESS_MISSING' : 'AUTH_TOKEN_ENV_MISSING',
      `${where}: auth.tokenEnv must name a variable, unless auth.headless is true`,
    )
  }
  if (scopes !== undefined && !Array.isArray(scopes)) {
    throw defect('SCOPES_INVALID', `${where}: scopes must be a list of texts`)
  }
}

function checkJob(where: string, declaration: CommandDeclaration): void {
  const { job } = declaration
  if (!job) {
    if ((declaration as { async?: unknown }).async === true) {
      throw defect('JOB_MISSING', `${where} is async and must declare job with a descriptor schema`)
    }
    return
  }
  if (typeof job.descriptor !== 'object' || job.descriptor === null) {
    throw defect('JOB_DESCRIPTOR_MISSING', `${where}: job.descriptor must be a JSON Schema`)
  }
  if (typeof job.status !== 'function' || typeof job.cancel !== 'function') {
    throw defect('JOB_HOOKS_MISSING', `${where}: job needs status() and cancel()`)
  }
}

function checkGui(where: string, declaration: CommandDeclaration): void {
  if (declaration.gui === undefined) return
  if (declaration.gui.length === 0) {
    throw defect('GUI_EMPTY', `${where}: gui is empty; remove it or list the operations`)
  }
  for (const { name, headless } of declaration.gui) {
    if (!['emit_in_output', 'skip', 'error'].includes(headless)) {
      throw defect(
        'GUI_HEADLESS_MISSING',
        `${where}: gui operation '${name}' needs headless: emit_in_output, skip or error`,
      )
    }
  }
}

function checkParams(
  where: string,
  declaration: CommandDeclaration,
  ownFlags: readonly string[] = [],
  isWholeTool: boolean,
): void {
  const options = Object.keys(declaration.options ?? {})
  for (const key of options)
    if (!ownFlags.includes(flagName(key))) refuseReserved(where, key, isWholeTool)
  for (const [kind, shape] of [
    ['args', declaration.args],
    ['options', declaration.options],
    ['env', declaration.env],
  ] as const) {
    for (const [key, schema] of Object.entries(shape ?? {})) {
      if (typeof schema?.['~standard']?.validate !== 'function') {
        throw defect(
          'SCHEMA_INVALID',
          `${where}: ${kind}.${key} is no schema; write ${key}: s.string(), or use one of zod, valibot or arktype`,
        )
      }
    }
  }
}

/** Flags of the framework that can make a command real. */
const CONFIRMING = ['yes', 'confirmDestructive']

function checkConfirmFlag(
  where: string,
  declaration: CommandDeclaration,
  tool: Cli['declaration'] | undefined,
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
