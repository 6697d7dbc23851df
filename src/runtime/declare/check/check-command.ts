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
import {
  checkDeclared,
  checkSchema,
  ERROR,
  EXAMPLES,
  refuseReserved,
  type MemberCheck,
} from './check-cli.ts'
import * as forms from './forms.ts'
import { choice, either, fields, listOf, recordOf, texts } from './forms.ts'

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

function checkAuth({ auth }: CommandDeclaration, { where }: Place): void {
  if (!auth) return
  if (!auth.headless && (auth.tokenEnv ?? []).length === 0) {
    throw defect(
      auth.headless === undefined ? 'AUTH_HEADLESS_MISSING' : 'AUTH_TOKEN_ENV_MISSING',
      `${where}: auth.tokenEnv must name a variable, unless auth.headless is true`,
    )
  }
}

function checkScopes({ scopes }: CommandDeclaration, { where }: Place): void {
  if (!texts(scopes, 'scopes')) return
  throw defect('SCOPES_INVALID', `${where}: scopes must be a list of texts`)
}

function checkGlobals({ globals = {} }: CommandDeclaration, { where, tool }: Place): void {
  const unknown =
    tool && Object.keys(globals).find((key) => !Object.hasOwn(tool.globals ?? {}, key))
  if (unknown === undefined) return
  throw defect(
    'GLOBAL_UNKNOWN',
    `${where}: globals names '${unknown}', which is no global option of ${tool?.name}; add it to the globals of the tool`,
  )
}

function checkChildren(declaration: CommandDeclaration, { where, tool }: Place): void {
  const { children, args, options, env } = declaration
  if (!Array.isArray(children)) return
  const inputs = { ...args, ...options, ...env, ...tool?.globals, ...declaration.globals }
  const unknown = (children as readonly string[]).find((name) => !Object.hasOwn(inputs, name))
  if (unknown === undefined) return
  throw defect('CHILDREN_UNKNOWN', `${where}: children names '${unknown}', which is no input of it`)
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
  return ({ [kind]: shape = {} }, { where, isRoot }) => {
    for (const [key, schema] of Object.entries(shape))
      checkSchema(where, `${kind}.${key}`, schema, isRoot)
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

/** The members of a command, with the form of each and the checks that go beyond it. */
const MEMBERS: Readonly<Record<keyof CommandDeclaration, MemberCheck<Check>>> = {
  description: forms.text,
  danger: [forms.anything, checkDanger],
  exitCodes: either(forms.object, forms.text),
  args: [forms.object, checkSchemas('args')],
  options: [forms.object, checkOptions],
  exactlyOne: listOf(texts, 'a list of lists'),
  env: [forms.object, checkSchemas('env')],
  globals: [forms.object, checkGlobals],
  output: forms.schema,
  type: forms.text,
  types: texts,
  errors: recordOf(ERROR),
  aliases: texts,
  hidden: forms.toggle,
  deprecated: either(forms.text, fields({ message: forms.text, use: forms.text })),
  examples: EXAMPLES,
  nextSteps: EXAMPLES,
  validate: forms.handler,
  view: forms.handler,
  text: forms.handler,
  failureText: forms.handler,
  setup: fields({ open: forms.handler, close: forms.handler }, 'open'),
  run: forms.handler,
  dryRun: forms.handler,
  plan: [forms.toggle, checkPlan],
  safeDefault: [forms.toggle, checkSafeDefault],
  confirmFlag: [forms.text, checkConfirmFlag],
  idempotent: forms.toggle,
  interactive: forms.toggle,
  requiresPerson: [either(forms.toggle, forms.handler), checkPerson],
  network: forms.toggle,
  timeoutMs: forms.limit,
  auth: [fields({ tokenEnv: texts, headless: forms.toggle }), checkAuth],
  scopes: [forms.anything, checkScopes],
  list: either(forms.toggle, fields({ defaultLimit: forms.count, maxLimit: forms.count })),
  cacheable: forms.toggle,
  stdin: either(
    choice(true, false, 'lines', 'records'),
    fields({
      mode: choice('buffered', 'lines', 'records'),
      maxBytes: forms.count,
      maxLineBytes: forms.count,
      record: forms.schema,
    }),
  ),
  binary: either(choice(true), fields({ contentType: forms.text })),
  job: [fields({ pollIntervalMs: forms.limit, timeoutMs: forms.limit }), checkJob],
  interruption: [fields({ detach: forms.toggle, resume: forms.toggle }), checkInterruption],
  keepsWork: forms.toggle,
  passthrough: [either(forms.toggle, fields({ helpArgv: texts })), checkPassthrough],
  filter: [choice('on-request', 'by-default', 'protocol'), checkProtocol],
  protocol: [forms.text, checkProtocol],
  children: [either(forms.toggle, texts), checkChildren],
  configScope: either(choice('local', 'global', 'session'), forms.toggle),
  mcp: forms.toggle,
  gui: [either(choice(true), listOf(fields({ name: forms.text }))), checkGui],
  editor: fields({
    alternatives: listOf(fields({ flag: forms.text, description: forms.text })),
  }),
  steps: texts,
  cleanup: forms.handler,
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
