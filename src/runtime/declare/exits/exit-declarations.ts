import {
  defaultSideEffects,
  defect,
  EXIT_CODE_TABLES,
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

export function errorRow(value: ErrorDeclarations[string]): ErrorDeclaration {
  return typeof value === 'string' || 'number' in value ? { exit: value } : value
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
  if (!row) {
    throw defect(
      'ERROR_CODE_UNDECLARED',
      `${where} failed with ${code}, which it does not declare; add it to errors`,
    )
  }
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

export function isCustomExit(value: unknown): value is CustomExitCode {
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
export const COMMON_EXITS: readonly (FailureName | SignalExitName)[] = [
  'ARG_ERROR',
  'GENERAL_ERROR',
  'TIMEOUT',
  'INTERRUPTED',
  'TERMINATED',
]

export function isCommonExit(name: string): boolean {
  return (COMMON_EXITS as readonly string[]).includes(name)
}

/** Brings a declared exit into its long form, without checking it. */
export function declaredEntry(
  name: StandardExitName,
  value: string | ExitEntryDeclaration,
): ExitEntry {
  const { description, ...entry }: ExitEntryDeclaration =
    typeof value === 'string' ? { description: value } : value
  const side_effects = entry.sideEffects ?? defaultSideEffects(name)
  const retryable = entry.retryable ?? (side_effects === 'none' && isRetryable(name))
  return Object.freeze({ name, description, retryable, side_effects })
}

export function customEntry(code: CustomExitCode): ExitEntry {
  const { name, description, retryable, side_effects } = code
  return Object.freeze({ name, description, retryable, side_effects, custom: code })
}

/** Leaves the description empty: the words are filled in where exits are described. */
export function derivedEntry(name: StandardExitName | SignalExitName): ExitEntry {
  const isSignal = isSignalExitName(name)
  const side_effects = isSignal ? 'partial' : defaultSideEffects(name)
  const retryable = !isSignal && side_effects === 'none' && isRetryable(name)
  return Object.freeze({ name, description: '', retryable, side_effects })
}

function isRetryable(name: StandardExitName): boolean {
  return EXIT_CODE_TABLES['1.6'][name].retryable === 'yes'
}

export type ExitTable = Readonly<Record<string, ExitEntry>>

export function resolveExits(
  where: string,
  declared: unknown,
  ofErrors: readonly (FailureName | CustomExitCode)[],
  alsoFromFramework: readonly FailureName[] = [],
): ExitTable {
  if (declared !== undefined && (typeof declared !== 'object' || declared === null)) {
    throw defect(
      'EXIT_CODES_INVALID',
      `${where}: exitCodes must map names to descriptions, as in { NOT_FOUND: 'There is no such note' }`,
    )
  }
  const table: Record<string, ExitEntry> = {}
  for (const [name, value] of Object.entries(declared ?? {}))
    table[name] = resolveEntry(where, name, value)
  table['SUCCESS'] ??= derivedEntry('SUCCESS')
  for (const exit of ofErrors) {
    if (typeof exit === 'string') table[exit] ??= derivedEntry(exit)
    else table[exit.name] ??= customEntry(exit)
  }
  for (const name of [...COMMON_EXITS, ...alsoFromFramework]) table[name] ??= derivedEntry(name)
  return Object.freeze(table)
}

/** Says how to declare an exit code of one's own; every wrong attempt is answered with it. */
export function howToDeclareExit(name: string, number: unknown = 79): string {
  const free = typeof number === 'number' && number >= 79 && number <= 125 ? number : 79
  const local = name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return (
    `declare the exit code once, const ${local} = defineExitCode({ name: '${name}', number: ${free}, ` +
    `description: '...' }), and use it in errors: { ${name}: ${local} }`
  )
}

function resolveEntry(where: string, name: string, value: unknown): ExitEntry {
  if (/^\d+$/.test(name)) {
    const constant = nameOfNumber(Number(name))
    const fix =
      constant === undefined ? howToDeclareExit('MY_EXIT', Number(name)) : `write ${constant}`
    throw defect('EXIT_BY_NUMBER', `${where}: exitCodes names exit ${name} by number; ${fix}`)
  }
  if (isCustomExit(value)) return namedEntry(where, name, value)
  if (!isStandardExitName(name)) {
    throw defect(
      'EXIT_UNKNOWN',
      `${where}: exitCodes has ${name}, which is not a standard name; ${howToDeclareExit(name, numberIn(value))}`,
    )
  }
  const entry = declaredEntry(name, value as string | ExitEntryDeclaration)
  const { description, retryable, side_effects } = entry
  if (typeof description !== 'string' || description.length < 1 || description.length > 120) {
    throw defect(
      'EXIT_DESCRIPTION_INVALID',
      `${where}: exit ${name} needs a description of 1 to 120 characters`,
    )
  }
  refuseContradictions(where, name, retryable, side_effects)
  return entry
}

function refuseContradictions(
  where: string,
  name: StandardExitName,
  retryable: boolean,
  effects: SideEffects,
): void {
  if (!['none', 'partial', 'complete'].includes(effects)) {
    throw defect(
      'EXIT_SIDE_EFFECTS_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `${where}: exit ${name} has unknown side effects '${String(effects)}'`,
    )
  }
  if (retryable && effects !== 'none') {
    throw defect(
      'EXIT_RETRYABLE_UNSAFE',
      `${where}: exit ${name} is retryable, so its side effects must be none`,
    )
  }
  if (name === 'ARG_ERROR' && effects !== 'none') {
    throw defect('EXIT_ARG_ERROR_EFFECTS', `${where}: ARG_ERROR never has side effects`)
  }
  if (retryable) refuseRetryable(where, name)
  if (name !== 'SUCCESS' && effects === 'complete') {
    throw defect(
      'EXIT_COMPLETE_REFUSED',
      `${where}: only SUCCESS has complete side effects, not ${name}`,
    )
  }
}

function namedEntry(where: string, key: string, code: CustomExitCode): ExitEntry {
  if (key !== code.name) {
    throw defect('EXIT_NAME_MISMATCH', `${where} lists exit ${code.name} under the name ${key}`)
  }
  return customEntry(code)
}

/** Finds the number in a wrong attempt to declare an exit code. */
function numberIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? (value as { number?: unknown }).number
    : value
}

/** Refuses to call an exit retryable whose failures another call cannot succeed after. */
export function refuseRetryable(where: string, name: string): void {
  if (isNeverRetryable(name))
    throw defect('EXIT_NEVER_RETRYABLE', `${where}: ${name} is never retryable`)
}

function nameOfNumber(number: number): string | undefined {
  return Object.entries(EXIT_CODE_TABLES['1.6']).find(([, row]) => row.number === number)?.[0]
}
