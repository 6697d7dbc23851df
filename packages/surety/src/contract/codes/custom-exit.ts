import { defect } from '../outcome/defect.ts'
import {
  isFailureName,
  isStandardExitName,
  isCommandNumber,
  SIGNAL_EXITS,
  type FailureName,
  type SideEffects,
} from './exit-names.ts'

declare const declared: unique symbol

/** An exit code that an author declared, from 79 to 125; made by {@link defineExitCode} only. */
export interface CustomExitCode<Name extends string = string> extends Pick<
  CustomExitDeclaration<Name>,
  'name' | 'number' | 'description'
> {
  readonly [declared]: true
  readonly retryable: boolean
  readonly side_effects: SideEffects
  readonly category: FailureName
}

export interface CustomExitDeclaration<Name extends string = string> {
  /** An upper-case name that is not a standard one. */
  readonly name: Name
  /** From 79 to 125; used nowhere else in the program. */
  readonly number: number
  /** The state that the system is in: present tense, 1 to 120 characters. */
  readonly description: string
  /** True only together with side effects `none`. Default false. */
  readonly retryable?: boolean
  /** Default `partial`, the safe assumption. */
  readonly sideEffects?: SideEffects
  /** The standard failure that it is a kind of, for dialects that cannot say the number. */
  readonly category?: FailureName
}

/**
 * Declares an exit code of your own.
 *
 * @example
 * ```ts
 * import { defineExitCode } from 'surety/contract'
 *
 * const quotaSpent = defineExitCode({
 *   name: 'QUOTA_SPENT',
 *   number: 79,
 *   description: 'The monthly quota is used up',
 *   sideEffects: 'none',
 * })
 * ```
 */
export function defineExitCode<const Name extends string>(
  declaration: CustomExitDeclaration<Name>,
): CustomExitCode<Name> {
  const { name, number, description, retryable = false, sideEffects = 'partial' } = declaration
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    throw defect(
      'EXIT_NAME_INVALID',
      `exit code name '${name}' must be upper case with underscores`,
    )
  }
  if (isStandardExitName(name) || Object.hasOwn(SIGNAL_EXITS, name)) {
    throw defect('EXIT_NAME_TAKEN', `exit code name '${name}' is a standard one`)
  }
  if (!isCommandNumber(number)) {
    throw defect(
      'EXIT_NUMBER_REFUSED',
      `exit code ${name} has the number ${number}; only 79 to 125 may be declared`,
    )
  }
  const length = Array.from(description).length
  if (length < 1 || length > 120) {
    throw defect(
      'EXIT_DESCRIPTION_INVALID',
      `exit code ${name} needs a description of 1 to 120 characters`,
    )
  }
  if (retryable && sideEffects !== 'none') {
    throw defect(
      'EXIT_RETRYABLE_UNSAFE',
      `exit code ${name} is retryable, so its side effects must be none`,
    )
  }
  if (sideEffects === 'complete') {
    throw defect(
      'EXIT_COMPLETE_REFUSED',
      `exit code ${name} is a failure; only SUCCESS has complete side effects`,
    )
  }
  return Object.freeze({
    name,
    number,
    description,
    retryable,
    side_effects: sideEffects,
    category: declaration.category ?? 'GENERAL_ERROR',
  }) as CustomExitCode<Name>
}

/** Tests whether a value looks like a result of {@link defineExitCode}. */
export function isCustomExitCode(value: unknown): value is CustomExitCode {
  if (typeof value !== 'object' || value === null) return false
  const { name, number, retryable, category } = value as Partial<CustomExitCode>
  return (
    typeof name === 'string' &&
    Number.isInteger(number) &&
    isCommandNumber(number) &&
    typeof retryable === 'boolean' &&
    isFailureName(category)
  )
}
