import {
  defaultSideEffects,
  EXIT_CODE_TABLES,
  FAILURE_NAMES,
  isFailureName,
  isNeverRetryable,
  isSignalExitName,
  isStandardExitName,
  type CustomExitCode,
  type FailureName,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from '../../../contract/index.ts'
import { flaw, refuse, type Flaws } from '../check/flaws.ts'
import type { Cli } from '../cli.ts'
import type { Command } from '../command.ts'
import type { CommandDeclaration } from '../types/command-declaration.ts'
import { features } from '../features.ts'
import { rulesOfTool } from '../generation-rules.ts'
import {
  errorRow,
  exitName,
  isCustomExit,
  type ErrorDeclaration,
  type ErrorDeclarations,
  type ExitCodesDeclaration,
  type ExitEntryDeclaration,
} from './exit-declarations.ts'

/** What follows from the declaration of a command, computed when something needs it. */
export interface CommandTables {
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

const known = new WeakMap<Command, { readonly cli: Cli | null; readonly tables: CommandTables }>()

/** Computes the exits, errors and types of a command of a tool, or of a built-in command. */
export function tablesOf(
  cli: Cli | null,
  command: Command,
  path: readonly string[] = [],
): CommandTables {
  const earlier = known.get(command)
  if (earlier && earlier.cli === cli) return earlier.tables
  const tables = resolve(placeName(cli, command, path), command.declaration, cli?.declaration)
  known.set(command, { cli, tables })
  return tables
}

/** Names a command in messages to its author. */
export function placeName(
  cli: Cli | null,
  { declaration }: Command,
  path: readonly string[],
): string {
  return `command '${path.join(' ') || (cli?.declaration.name ?? declaration?.description)}'`
}

function resolve(
  where: string,
  declaration: CommandDeclaration,
  tool: Cli['declaration'] | undefined,
): CommandTables {
  const declared = resolveErrors(where, declaration.errors)
  // What only this generation raises is listed where it can happen.
  const isInit = tool?.init !== undefined && rulesOfTool(tool).inspectable
  const errors = isInit
    ? { ...declared, INIT_REQUIRED: { exit: 'PRECONDITION' } as const }
    : declared
  // An author who lists the exits lists those of the tool's errors that apply.
  const inherited = declaration.exitCodes ? {} : resolveErrors(where, tool?.errors)
  const exits = resolveExits(
    where,
    declaration.exitCodes,
    Object.values({ ...inherited, ...errors }).map(({ exit }) => exit),
    frameworkExits(declaration, tool),
  )
  const types = [...(declaration.type ? [declaration.type] : []), ...(declaration.types ?? [])]
  return Object.freeze({ exits, errors, types: Object.freeze(types) })
}

function frameworkExits(
  declaration: CommandDeclaration,
  tool: Cli['declaration'] | undefined,
): readonly FailureName[] {
  const exits: FailureName[] = []
  if (tool && rulesOfTool(tool).inspectable) {
    const { network, walks, steps } = declaration
    if (network) exits.push('UNAVAILABLE', 'AUTH_REQUIRED', 'PERMISSION_DENIED')
    if (walks) exits.push('PRECONDITION')
    if (steps) exits.push('PARTIAL_FAILURE')
  }
  const { auth, stdin, danger, errors = {} } = declaration
  const { interactive, gui, editor, cacheable, configScope } = declaration
  if (interactive || auth || gui || editor || configScope) exits.push('PRECONDITION')
  for (const { members } of features) exits.push(...(members?.exits?.(declaration) ?? []))
  if (auth) exits.push('AUTH_REQUIRED', 'PERMISSION_DENIED')
  if (stdin) exits.push('NOT_FOUND', 'PRECONDITION')
  if (cacheable) exits.push('PRECONDITION')
  // An input error that run() raises may come after a change.
  const refusesInput = Object.values(errors).some((row) => exitName(row) === 'ARG_ERROR')
  if (danger !== 'safe' && refusesInput) exits.push('PARTIAL_FAILURE')
  return exits
}

export type ErrorTable = Readonly<Record<string, ErrorDeclaration>>

/** Checks declared errors and brings them into their long form; frozen. */
export function resolveErrors(where: string, declared: ErrorDeclarations = {}): ErrorTable {
  const table: Record<string, ErrorDeclaration> = {}
  for (const [code, value] of Object.entries(declared)) {
    // Authors without types may give something of the wrong kind.
    const row = typeof value === 'object' && value !== null ? errorRow(value) : { exit: value }
    refuse(where, errorFlaws(code, row))
    table[code] = Object.freeze({ ...row })
  }
  return Object.freeze(table)
}

function* errorFlaws(code: string, { exit, retryable }: ErrorDeclaration): Flaws {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(code))
    yield `ERROR_CODE_INVALID: error code '${code}' must start with a letter and hold only letters, digits and _`
  if (isCustomExit(exit) || isFailureName(exit)) {
    const name = exitName(exit)
    if (retryable && isNeverRetryable(name))
      yield `EXIT_NEVER_RETRYABLE: error ${code}: ${name} is never retryable`
    return
  }
  const meant = FAILURE_NAMES.find((name) => lettersOf(name) === lettersOf(exit))
  const fix =
    meant === undefined
      ? ` such as NOT_FOUND; ${howToDeclareExit(code.toUpperCase(), exit)}`
      : `; use ${meant}, or for an exit of its own defineExitCode()`
  yield `ERROR_EXIT_UNKNOWN: error ${code} has the exit ${String(exit)}, which is not a standard name${fix}`
}

/** What two spellings of a name have in common: `not-found`, `NotFound` and `NOT_FOUND`. */
function lettersOf(name: unknown): string {
  return String(name)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
}

export interface ExitEntry {
  readonly name: string
  readonly description: string
  readonly retryable: boolean
  readonly side_effects: SideEffects
  /** Set only on custom exit codes. */
  readonly custom?: CustomExitCode
}

/** The exits of every command, because the framework itself may end any run with them. */
const COMMON_EXITS: readonly (FailureName | SignalExitName)[] = [
  'ARG_ERROR',
  'GENERAL_ERROR',
  'TIMEOUT',
  'INTERRUPTED',
  'TERMINATED',
]

export function isCommonExit(name: string): boolean {
  return (COMMON_EXITS as readonly string[]).includes(name)
}

/** Brings an exit into its long form; without a description its words are filled in where exits are described. */
function entryOf(
  name: StandardExitName | SignalExitName,
  value: string | ExitEntryDeclaration = '',
): ExitEntry {
  const { description, ...entry }: ExitEntryDeclaration =
    typeof value === 'string' ? { description: value } : value
  const isSignal = isSignalExitName(name)
  const side_effects = entry.sideEffects ?? (isSignal ? 'partial' : defaultSideEffects(name))
  const isUsual = !isSignal && EXIT_CODE_TABLES['1.6'][name].retryable === 'yes'
  const retryable = entry.retryable ?? (side_effects === 'none' && isUsual)
  return Object.freeze({ name, description, retryable, side_effects })
}

function customEntry(code: CustomExitCode): ExitEntry {
  const { name, description, retryable, side_effects } = code
  return Object.freeze({ name, description, retryable, side_effects, custom: code })
}

export type ExitTable = Readonly<Record<string, ExitEntry>>

export function resolveExits(
  where: string,
  declared: unknown = {},
  ofErrors: readonly (FailureName | CustomExitCode)[] = [],
  alsoFromFramework: readonly FailureName[] = [],
): ExitTable {
  if (typeof declared !== 'object' || declared === null)
    throw flaw(
      where,
      "EXIT_CODES_INVALID: exitCodes must map names to descriptions, as in { NOT_FOUND: 'There is no such note' }",
    )
  const table: Record<string, ExitEntry> = {}
  for (const [name, value] of Object.entries(declared as ExitCodesDeclaration)) {
    refuse(where, nameFlaws(name, value))
    table[name] = isCustomExit(value) ? customEntry(value) : entryOf(name as 'SUCCESS', value)
    refuse(where, entryFlaws(table[name]))
  }
  table['SUCCESS'] ??= entryOf('SUCCESS')
  for (const exit of ofErrors) {
    if (typeof exit === 'string') table[exit] ??= entryOf(exit)
    else table[exit.name] ??= customEntry(exit)
  }
  for (const name of [...COMMON_EXITS, ...alsoFromFramework]) table[name] ??= entryOf(name)
  return Object.freeze(table)
}

/** Says how to declare an exit code of one's own; every wrong attempt is answered with it. */
function howToDeclareExit(name: string, number: unknown = 79): string {
  const free = typeof number === 'number' && number >= 79 && number <= 125 ? number : 79
  const local = name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return (
    `declare the exit code once, const ${local} = defineExitCode({ name: '${name}', number: ${free}, ` +
    `description: '...' }), and use it in errors: { ${name}: ${local} }`
  )
}

function* nameFlaws(key: string, value: unknown): Flaws {
  if (/^\d+$/.test(key)) {
    const rows = Object.entries(EXIT_CODE_TABLES['1.6'])
    const constant = rows.find(([, { number }]) => number === Number(key))?.[0]
    const fix = constant ? `write ${constant}` : howToDeclareExit('MY_EXIT', Number(key))
    yield `EXIT_BY_NUMBER: exitCodes names exit ${key} by number; ${fix}`
  }
  if (isCustomExit(value) && key !== value.name)
    yield `EXIT_NAME_MISMATCH lists exit ${value.name} under the name ${key}`
  if (!isCustomExit(value) && !isStandardExitName(key))
    yield `EXIT_UNKNOWN: exitCodes has ${key}, which is not a standard name; ${howToDeclareExit(key, (value as CustomExitCode | null)?.number ?? value)}`
}

/** Exits of one's own are checked where they are defined. */
function* entryFlaws({ name, description, retryable, custom, ...entry }: ExitEntry): Flaws {
  if (custom) return
  const { side_effects: effects } = entry
  if (typeof description !== 'string' || description.length < 1 || description.length > 120)
    yield `EXIT_DESCRIPTION_INVALID: exit ${name} needs a description of 1 to 120 characters`
  if (!['none', 'partial', 'complete'].includes(effects))
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
    yield `EXIT_SIDE_EFFECTS_INVALID: exit ${name} has unknown side effects '${String(effects)}'`
  if (retryable && effects !== 'none')
    yield `EXIT_RETRYABLE_UNSAFE: exit ${name} is retryable, so its side effects must be none`
  if (name === 'ARG_ERROR' && effects !== 'none')
    yield 'EXIT_ARG_ERROR_EFFECTS: ARG_ERROR never has side effects'
  if (retryable && isNeverRetryable(name)) yield `EXIT_NEVER_RETRYABLE: ${name} is never retryable`
  if (name !== 'SUCCESS' && effects === 'complete')
    yield `EXIT_COMPLETE_REFUSED: only SUCCESS has complete side effects, not ${name}`
}
