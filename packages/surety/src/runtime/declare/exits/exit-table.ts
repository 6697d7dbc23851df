import {
  defaultSideEffects,
  EXIT_ROWS,
  isSignalExitName,
  type CustomExitCode,
  type FailureName,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from '../../../contract/index.ts'
import type { Cli } from '../cli.ts'
import type { Command } from '../command.ts'
import type { CommandDeclaration } from '../types/command-declaration.ts'
import { errorRow, exitName, isCustomExit } from './exit-declarations.ts'
import type {
  ErrorDeclaration,
  ErrorDeclarations,
  ExitCodesDeclaration,
  ExitEntryDeclaration,
} from '../types/exits.ts'

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
export function tablesOf(cli: Cli | null, command: Command): CommandTables {
  const earlier = known.get(command)
  if (earlier && earlier.cli === cli) return earlier.tables
  const tables = resolve(command.declaration, cli?.declaration)
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
  declaration: CommandDeclaration,
  tool: Cli['declaration'] | undefined,
): CommandTables {
  const errors = resolveErrors(declaration.errors)
  // An author who lists the exits lists those of the tool's errors that apply.
  const inherited = declaration.exitCodes ? {} : resolveErrors(tool?.errors)
  const exits = resolveExits(
    declaration.exitCodes,
    Object.values({ ...inherited, ...errors }).map(({ exit }) => exit),
    frameworkExits(declaration),
  )
  const types = [...(declaration.type ? [declaration.type] : []), ...(declaration.types ?? [])]
  return Object.freeze({ exits, errors, types: Object.freeze(types) })
}

function frameworkExits(declaration: CommandDeclaration): readonly FailureName[] {
  const exits: FailureName[] = []
  const { auth, stdin, danger, errors = {} } = declaration
  const { interactive, cacheable } = declaration
  if (interactive || auth) exits.push('PRECONDITION')
  if (auth) exits.push('AUTH_REQUIRED', 'PERMISSION_DENIED')
  if (stdin) exits.push('NOT_FOUND', 'PRECONDITION')
  if (cacheable) exits.push('PRECONDITION')
  // An input error that run() raises may come after a change.
  const refusesInput = Object.values(errors).some((row) => exitName(row) === 'ARG_ERROR')
  if (danger !== 'safe' && refusesInput) exits.push('PARTIAL_FAILURE')
  return exits
}

export type ErrorTable = Readonly<Record<string, ErrorDeclaration>>

/** Brings declared errors into their long form; frozen. */
export function resolveErrors(declared: ErrorDeclarations = {}): ErrorTable {
  const table: Record<string, ErrorDeclaration> = {}
  for (const [code, value] of Object.entries(declared)) {
    // Authors without types may give something of the wrong kind.
    const row = typeof value === 'object' && value !== null ? errorRow(value) : { exit: value }
    table[code] = Object.freeze({ ...row })
  }
  return Object.freeze(table)
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
export function entryOf(
  name: StandardExitName | SignalExitName,
  value: string | ExitEntryDeclaration = '',
): ExitEntry {
  const { description, ...entry }: ExitEntryDeclaration =
    typeof value === 'string' ? { description: value } : value
  const isSignal = isSignalExitName(name)
  const side_effects = entry.sideEffects ?? (isSignal ? 'partial' : defaultSideEffects(name))
  const isUsual = !isSignal && EXIT_ROWS['1.6'][name].retryable === 'yes'
  const retryable = entry.retryable ?? (side_effects === 'none' && isUsual)
  return Object.freeze({ name, description, retryable, side_effects })
}

function customEntry(code: CustomExitCode): ExitEntry {
  const { name, description, retryable, side_effects } = code
  return Object.freeze({ name, description, retryable, side_effects, custom: code })
}

export type ExitTable = Readonly<Record<string, ExitEntry>>

export function resolveExits(
  declared: ExitCodesDeclaration = {},
  ofErrors: readonly (FailureName | CustomExitCode)[] = [],
  alsoFromFramework: readonly FailureName[] = [],
): ExitTable {
  const table: Record<string, ExitEntry> = {}
  for (const [name, value] of Object.entries(declared))
    table[name] = isCustomExit(value) ? customEntry(value) : entryOf(name as 'SUCCESS', value)
  table['SUCCESS'] ??= entryOf('SUCCESS')
  for (const exit of ofErrors) {
    if (typeof exit === 'string') table[exit] ??= entryOf(exit)
    else table[exit.name] ??= customEntry(exit)
  }
  for (const name of [...COMMON_EXITS, ...alsoFromFramework]) table[name] ??= entryOf(name)
  return Object.freeze(table)
}
