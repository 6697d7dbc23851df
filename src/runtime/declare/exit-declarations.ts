import {
  defaultSideEffects,
  defect,
  EXIT_CODES_1_6,
  isSignalExitName,
  isStandardExitName,
  type CustomExitCode,
  type FailureName,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from '../../contract/index.ts'

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
  readonly SUCCESS: string | ExitEntryDeclaration
  readonly [name: string]: string | ExitEntryDeclaration | CustomExitCode
  readonly [code: number]: never
}

/** One exit of a command, with its defaults filled in. */
export interface ExitEntry {
  readonly name: string
  readonly description: string
  readonly retryable: boolean
  readonly side_effects: SideEffects
  /** Set only on custom exit codes. */
  readonly custom?: CustomExitCode
}

/** All exits of a command by name; frozen. */
export type ExitTable = Readonly<Record<string, ExitEntry>>

/** The exits of every command, because the framework itself may end any run with them. */
const ALWAYS: readonly (FailureName | SignalExitName)[] = [
  'ARG_ERROR',
  'GENERAL_ERROR',
  'TIMEOUT',
  'INTERRUPTED',
  'TERMINATED',
]

/** Checks declared exit codes and adds those of the framework. */
export function resolveExits(
  where: string,
  declared: unknown,
  alsoFromFramework: readonly FailureName[] = [],
): ExitTable {
  if (typeof declared !== 'object' || declared === null || Object.keys(declared).length === 0) {
    throw defect('EXIT_CODES_MISSING', `${where} declares no exitCodes; declare at least SUCCESS`)
  }
  const table: Record<string, ExitEntry> = {}
  for (const [name, value] of Object.entries(declared))
    table[name] = resolveEntry(where, name, value)
  if (!table['SUCCESS']) {
    throw defect('EXIT_SUCCESS_MISSING', `${where} declares no SUCCESS in exitCodes`)
  }
  for (const name of [...ALWAYS, ...alsoFromFramework]) table[name] ??= frameworkEntry(name)
  return Object.freeze(table)
}

function resolveEntry(where: string, name: string, value: unknown): ExitEntry {
  if (/^\d+$/.test(name)) {
    const constant = nameOfNumber(Number(name)) ?? 'a name created with defineExitCode()'
    throw defect('EXIT_BY_NUMBER', `${where} declares exit ${name} by number; write ${constant}`)
  }
  if (isCustomExit(value)) return customEntry(where, name, value)
  if (!isStandardExitName(name)) {
    throw defect(
      'EXIT_UNKNOWN',
      `${where} declares exit ${name}, which is not a standard name; create it with defineExitCode()`,
    )
  }
  const entry = typeof value === 'string' ? { description: value } : (value as ExitEntryDeclaration)
  const { description } = entry
  if (typeof description !== 'string' || description.length < 1 || description.length > 120) {
    throw defect(
      'EXIT_DESCRIPTION_INVALID',
      `${where}: exit ${name} needs a description of 1 to 120 characters`,
    )
  }
  const side_effects = entry.sideEffects ?? defaultSideEffects(name)
  const retryable = entry.retryable ?? (side_effects === 'none' && isRetryable(name))
  refuseContradictions(where, name, retryable, side_effects)
  return Object.freeze({ name, description, retryable, side_effects })
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

function customEntry(where: string, key: string, code: CustomExitCode): ExitEntry {
  if (key !== code.name) {
    throw defect('EXIT_NAME_MISMATCH', `${where} lists exit ${code.name} under the name ${key}`)
  }
  const { name, description, retryable, side_effects } = code
  return Object.freeze({ name, description, retryable, side_effects, custom: code })
}

/** Leaves the description empty: the words are filled in where exits are described. */
function frameworkEntry(name: FailureName | SignalExitName): ExitEntry {
  const isSignal = isSignalExitName(name)
  const side_effects = isSignal ? 'partial' : defaultSideEffects(name)
  const retryable = !isSignal && side_effects === 'none' && isRetryable(name)
  return Object.freeze({ name, description: '', retryable, side_effects })
}

function isRetryable(name: StandardExitName): boolean {
  return EXIT_CODES_1_6[name].retryable === 'yes'
}

/** Tests whether calling again helps only after something was corrected. */
export function isAfterFix(name: string): boolean {
  return isStandardExitName(name) && EXIT_CODES_1_6[name].retryable === 'after fix'
}

/** Refuses to call an exit retryable whose failures another call cannot succeed after. */
export function refuseRetryable(where: string, name: string): void {
  if (name === 'PARTIAL_FAILURE' || isAfterFix(name))
    throw defect('EXIT_NEVER_RETRYABLE', `${where}: ${name} is never retryable`)
}

function nameOfNumber(number: number): string | undefined {
  return Object.entries(EXIT_CODES_1_6).find(([, row]) => row.number === number)?.[0]
}

/** Tests whether a value is the result of `defineExitCode()`. */
export function isCustomExit(value: unknown): value is CustomExitCode {
  return typeof value === 'object' && value !== null && 'number' in value && 'side_effects' in value
}
