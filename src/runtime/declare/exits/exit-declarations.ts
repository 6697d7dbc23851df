import {
  defaultSideEffects,
  EXIT_CODE_TABLES,
  FAILURE_NAMES,
  isFailureName,
  isNeverRetryable,
  isSignalExitName,
  isStandardExitName,
  SuretyError,
  type CustomExitCode,
  type FailureName,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
  type JsonObject,
  type SuretyErrorFacts,
} from '../../../contract/index.ts'
import { ownMembers } from '../../../internal/json/json-members.ts'
import type { FailureFacts } from '../../handler/context.ts'
import { flaw, refuse, type Flaws } from '../check/forms.ts'

/** The declaration of one exit of a command. */
export interface ExitEntryDeclaration {
  /** The state of the system after this exit, present tense, 1 to 120 characters. */
  readonly description: string
  /** Whether the same call may succeed later; true only with side effects `none`. */
  readonly retryable?: boolean
  readonly sideEffects?: SideEffects
}

/** The exits of a command by name; numbers are refused. */
export interface ExitCodesDeclaration {
  readonly SUCCESS?: string | ExitEntryDeclaration
  readonly [name: string]: string | ExitEntryDeclaration | CustomExitCode
  readonly [code: number]: never
}

/** The declaration of one error code. */
export interface ErrorDeclaration {
  /** A standard exit by name, or a custom exit code. */
  readonly exit: FailureName | CustomExitCode
  readonly description?: string
  /** The default for failures with this code; the call of `fail()` can override it. */
  readonly retryable?: boolean
  readonly suggestion?: string
  /** What the caller has to correct before calling again. */
  readonly fixRequired?: string
  /**
   * One command of this tool that makes the correction: it can be run as it is and twice, so it has no
   * placeholder, needs no shell and destroys nothing. Needs `fixRequired`.
   */
  readonly fixCommand?: string
}

/** Error codes by name; a bare exit is short for `{ exit }`. */
export type ErrorDeclarations = Readonly<
  Record<string, ErrorDeclaration | FailureName | CustomExitCode>
>

/**
 * Declares error codes that several commands share; spread them into each.
 *
 * @example
 * ```ts
 * import { defineErrors } from 'surety'
 *
 * const errors = defineErrors({
 *   VOLUME_MISSING: 'NOT_FOUND',
 *   VOLUME_BUSY: { exit: 'CONFLICT', suggestion: 'Detach the volume first.' },
 * })
 * ```
 */
export function defineErrors<const Errors extends ErrorDeclarations>(errors: Errors): Errors {
  return Object.freeze(errors)
}

export type ErrorTable = Readonly<Record<string, ErrorDeclaration>>

function errorRow(value: ErrorDeclarations[string]): ErrorDeclaration {
  return typeof value === 'string' || 'number' in value ? { exit: value } : value
}

/** Names the exit of a declared error. */
export function exitName(value: ErrorDeclarations[string]): string {
  const { exit } = errorRow(value)
  return typeof exit === 'string' ? exit : exit.name
}

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

export function findError(
  tables: readonly (ErrorDeclarations | undefined)[],
  code: string,
): ErrorDeclaration | undefined {
  const table = tables.find((each) => each && Object.hasOwn(each, code))
  return table && ownMembers(errorRow(table[code]!))
}

/** Creates the error that `fail()` throws; an undeclared code is a defect of the program. */
export function makeFailure(
  where: string,
  tables: readonly (ErrorDeclarations | undefined)[],
  code: string,
  message: string,
  facts: FailureFacts = {},
): SuretyError {
  const row = findError(tables, code)
  if (!row)
    throw flaw(
      where,
      `ERROR_CODE_UNDECLARED failed with ${code}, which it does not declare; add it to errors`,
    )
  return new SuretyError(code, row.exit, message, {
    ...(row.retryable !== undefined && { retryable: row.retryable }),
    ...(row.suggestion !== undefined && { suggestion: row.suggestion }),
    ...toErrorFacts(facts),
  })
}

export function toErrorFacts(given: FailureFacts): SuretyErrorFacts {
  const facts = ownMembers(given)
  const { extra, details = extra, data, ...rest } = facts
  const suggestion = facts.suggestion ?? facts.next_steps?.suggestion
  // The values are converted to JSON when the run ends.
  return {
    ...rest,
    ...(suggestion !== undefined && { suggestion }),
    ...(details && { details: details as JsonObject }),
    ...(data && { data: data as JsonObject }),
  }
}

export function customExitsOf(
  exitCodes: object = {},
  errors: ErrorDeclarations = {},
): readonly CustomExitCode[] {
  const rows = Object.values(errors)
  return [...Object.values(exitCodes), ...rows.map((row) => errorRow(row).exit)].filter(
    isCustomExit,
  )
}

function isCustomExit(value: unknown): value is CustomExitCode {
  return typeof value === 'object' && value !== null && 'number' in value && 'side_effects' in value
}

/** Characters of placeholders and of command lines that need a shell; a fix command has none. */
export const UNFIT_FOR_FIX = /[<>$|&;`(){}\n\r]/

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
