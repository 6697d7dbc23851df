import {
  defaultSideEffects,
  EXIT_CODE_TABLES,
  isSignalExitName,
  isStandardExitName,
  type CustomExitCode,
  type FailureName,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from '../../../contract/index.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import { errorRow, type ExitEntryDeclaration } from './error-declarations.ts'

/** One exit of a command, with its defaults filled in. */
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

/** Tests for an exit that every command has, declared or not. */
export function isCommonExit(name: string): boolean {
  return (COMMON_EXITS as readonly string[]).includes(name)
}

/** Lists the exits that the framework itself may use for a command with this declaration. */
export function frameworkExits(declaration: CommandDeclaration): readonly FailureName[] {
  const exits: FailureName[] = []
  const { auth, stdin, danger, errors = {} } = declaration
  const { interactive, gui, editor, cacheable, configScope } = declaration
  if (interactive || auth || gui || editor || configScope) exits.push('PRECONDITION')
  if (auth) exits.push('AUTH_REQUIRED', 'PERMISSION_DENIED')
  if (stdin) exits.push('NOT_FOUND', 'PRECONDITION')
  if (cacheable) exits.push('PRECONDITION')
  // An input error that run() raises may come after a change.
  const refusesInput = Object.values(errors).some((row) => errorRow(row).exit === 'ARG_ERROR')
  if (danger !== 'safe' && refusesInput) exits.push('PARTIAL_FAILURE')
  return exits
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

/** Returns the entry of an exit code of the author's own. */
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

/** Tests whether calling again helps only after something was corrected. */
export function isAfterFix(name: string): boolean {
  return isStandardExitName(name) && EXIT_CODE_TABLES['1.6'][name].retryable === 'after fix'
}
