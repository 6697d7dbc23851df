import { defect, type FailureName } from '../../../contract/index.ts'
import { inputJsonSchema, type StandardSchema } from '../../../schema/index.ts'
import { resolveErrors } from './check-errors.ts'
import type { Cli } from '../cli.ts'
import { isGenerator, type Command } from '../command.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import {
  errorRow,
  resolveExits,
  type ErrorTable,
  type ExitTable,
} from '../exits/exit-declarations.ts'
import { flagName } from '../framework-flags.ts'
import { checkDeclared, FREE, refuseReserved } from './check-cli.ts'

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
  const tool = cli?.declaration
  checkCommand(command.declaration, { where, tool, isRoot: cli?.root === command })
  const checked = resolve(where, command.declaration, tool)
  known.set(command, { cli, checked })
  return checked
}

/** Where a declaration stands: its name in messages, and the tool that it belongs to. */
interface Place {
  readonly where: string
  readonly tool: Cli['declaration'] | undefined
  readonly isRoot: boolean
}

type Check = (declaration: CommandDeclaration, place: Place) => void

/** Checks a declaration against the contract and throws on a violation. */
function checkCommand(declaration: CommandDeclaration, place: Place): void {
  const { where } = place
  if (typeof declaration.run !== 'function')
    throw defect('RUN_MISSING', `${where} has no run(); add run: ({ args }) => ({ ... })`)
  if ('execute' in declaration || 'before' in declaration)
    throw defect(
      'HOOK_ORDER',
      `${where}: execute and before would run before validation; move the work into run()`,
    )
  if ('async' in declaration)
    throw defect('JOB_MISSING', `${where} is async and must declare job with a descriptor schema`)
  checkDeclared(where, declaration, MEMBERS, (check) => check(declaration, place))
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

function checkDanger({ danger, dryRun, filter }: CommandDeclaration, { where }: Place): void {
  if (danger !== undefined && !['safe', 'mutating', 'destructive'].includes(danger)) {
    throw defect(
      'DANGER_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `${where} has danger '${String(danger)}'; use safe, mutating or destructive`,
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

function checkSafeDefault({ safeDefault, danger }: CommandDeclaration, { where }: Place): void {
  if (!safeDefault || danger === 'destructive') return
  throw defect(
    'SAFE_DEFAULT_MISPLACED',
    `${where}: only destructive commands can have safeDefault; add danger: 'destructive' or remove it`,
  )
}

function checkPlan({ plan, dryRun }: CommandDeclaration, { where }: Place): void {
  if (!plan || typeof dryRun === 'function') return
  throw defect('PLAN_WITHOUT_PREVIEW', `${where}: plan needs dryRun(), whose answer it binds to`)
}

function checkAuth({ auth, scopes }: CommandDeclaration, { where }: Place): void {
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

function checkJob({ job }: CommandDeclaration, { where }: Place): void {
  if (!job) return
  if (typeof job.descriptor !== 'object' || job.descriptor === null) {
    throw defect('JOB_DESCRIPTOR_MISSING', `${where}: job.descriptor must be a JSON Schema`)
  }
  if (typeof job.status !== 'function' || typeof job.cancel !== 'function') {
    throw defect('JOB_HOOKS_MISSING', `${where}: job needs status() and cancel()`)
  }
}

function checkGui({ gui = [] }: CommandDeclaration, { where }: Place): void {
  if (gui === true) return
  if (gui.length === 0) {
    throw defect('GUI_EMPTY', `${where}: gui is empty; remove it or list the operations`)
  }
  for (const { name, headless } of gui) {
    if (!['emit_in_output', 'skip', 'error'].includes(headless)) {
      throw defect(
        'GUI_HEADLESS_MISSING',
        `${where}: gui operation '${name}' needs headless: emit_in_output, skip or error`,
      )
    }
  }
}

function checkOptions(declaration: CommandDeclaration, place: Place): void {
  const { where, tool, isRoot } = place
  for (const key of Object.keys(declaration.options ?? {}))
    if (!tool?.ownFlags?.includes(flagName(key))) refuseReserved(where, key, isRoot)
  checkSchemas('options')(declaration, place)
}

function checkSchemas(kind: 'args' | 'options' | 'env'): Check {
  return ({ [kind]: shape = {} }, { where }) => {
    for (const [key, schema] of Object.entries(shape)) {
      if (typeof schema?.['~standard']?.validate === 'function') continue
      throw defect(
        'SCHEMA_INVALID',
        `${where}: ${kind}.${key} is no schema; write ${key}: s.string(), or use one of zod, valibot or arktype`,
      )
    }
  }
}

/** Flags of the framework that can make a command real. */
const CONFIRMING = ['yes', 'confirmDestructive']

function checkConfirmFlag(declaration: CommandDeclaration, { where, tool }: Place): void {
  const { confirmFlag = '', danger, safeDefault, dryRun, options } = declaration
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

function checkPassthrough(declaration: CommandDeclaration, { where }: Place): void {
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

function checkProtocol(declaration: CommandDeclaration, { where }: Place): void {
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

function checkPerson(
  { requiresPerson, interactive, mcp }: CommandDeclaration,
  { where }: Place,
): void {
  if (!requiresPerson || (interactive && mcp === false)) return
  throw defect(
    'PERSON_INVALID',
    `${where}: requiresPerson needs interactive: true and mcp: false beside it`,
  )
}

/** Checks what an interruption can be combined with. */
function checkInterruption(declaration: CommandDeclaration, { where }: Place): void {
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

/** The members of a command, with the check of each that has one. */
const MEMBERS: Readonly<Record<keyof CommandDeclaration, Check | typeof FREE>> = {
  description: FREE,
  danger: checkDanger,
  exitCodes: FREE,
  args: checkSchemas('args'),
  options: checkOptions,
  exactlyOne: FREE,
  env: checkSchemas('env'),
  globals: FREE,
  output: FREE,
  type: FREE,
  types: FREE,
  errors: FREE,
  aliases: FREE,
  hidden: FREE,
  deprecated: FREE,
  examples: FREE,
  nextSteps: FREE,
  validate: FREE,
  view: FREE,
  text: FREE,
  failureText: FREE,
  setup: FREE,
  run: FREE,
  dryRun: FREE,
  plan: checkPlan,
  safeDefault: checkSafeDefault,
  confirmFlag: checkConfirmFlag,
  idempotent: FREE,
  interactive: FREE,
  requiresPerson: checkPerson,
  network: FREE,
  timeoutMs: FREE,
  auth: checkAuth,
  scopes: FREE,
  list: FREE,
  cacheable: FREE,
  stdin: FREE,
  binary: FREE,
  job: checkJob,
  interruption: checkInterruption,
  keepsWork: FREE,
  passthrough: checkPassthrough,
  filter: checkProtocol,
  protocol: checkProtocol,
  children: FREE,
  configScope: FREE,
  mcp: FREE,
  gui: checkGui,
  editor: FREE,
  steps: FREE,
  cleanup: FREE,
}

/** Lists the exits that the framework itself may use for a command with this declaration. */
function frameworkExits(declaration: CommandDeclaration): readonly FailureName[] {
  const exits: FailureName[] = []
  const { auth, stdin, danger, errors = {} } = declaration
  const { interactive, gui, editor, cacheable, configScope, plan } = declaration
  if (interactive || auth || gui || editor || configScope) exits.push('PRECONDITION')
  if (plan) exits.push('CONFLICT')
  if (auth) exits.push('AUTH_REQUIRED', 'PERMISSION_DENIED')
  if (stdin) exits.push('NOT_FOUND', 'PRECONDITION')
  if (cacheable) exits.push('PRECONDITION')
  // An input error that run() raises may come after a change.
  const refusesInput = Object.values(errors).some((row) => errorRow(row).exit === 'ARG_ERROR')
  if (danger !== 'safe' && refusesInput) exits.push('PARTIAL_FAILURE')
  return exits
}
