import type { CustomExitCode } from '../codes/custom-exit.ts'
import {
  isFailureName,
  isStandardExitName,
  type FailureName,
  type SignalExitName,
} from '../codes/exit-names.ts'
import { deriveRecovery, recoveryOfExit, type Recovery } from '../codes/recovery.ts'
import type { JsonValue } from '../json/json-value.ts'
import { defect } from './defect.ts'
import {
  settle,
  type FailureOutcome,
  type OutcomeError,
  type OutcomeErrorInput,
  type OutcomeSurroundings,
} from './outcome.ts'

/**
 * Makes the outcome of a failure; what the error leaves out follows from the exit.
 *
 * @example
 * ```ts
 * import { fail } from 'surety/contract'
 *
 * const outcome = fail({
 *   exit: 'NOT_FOUND',
 *   error: { code: 'DEPLOY_NOT_FOUND', message: 'There is no deploy 42.' },
 * })
 * outcome.error.recovery // 'never'
 * ```
 */
export function fail(
  input: OutcomeSurroundings & {
    readonly exit: GivenExit
    readonly error: OutcomeErrorInput
    readonly data?: JsonValue
  },
): FailureOutcome {
  const exit = typeof input.exit === 'string' ? input.exit : input.exit.name
  if (exit === 'SUCCESS') throw defect('OUTCOME_EXIT_SUCCESS', 'a failure cannot exit with SUCCESS')
  const error = completeError(input.exit, input.error)
  return settle(false, exit, input.data ?? null, error, input) as FailureOutcome
}

type GivenExit = FailureName | SignalExitName | CustomExitCode | (string & {})

/** Finds the standard failure that an exit is a kind of. */
export function categoryOfExit(exit: GivenExit): FailureName {
  if (typeof exit !== 'string') return exit.category
  return isFailureName(exit) ? exit : 'GENERAL_ERROR'
}

/** The members of an error, in the order in which they are written. */
export const ERROR_MEMBERS = [
  'code',
  'category',
  'message',
  'detail',
  'retryable',
  'recovery',
  'retry_after_ms',
  'retry_strategy',
  'phase',
  'suggestion',
  'redirect',
  'fix_required',
  'fix_command',
  'operation',
  'target',
  'next_steps',
  'field_errors',
  'details',
  'root_cause',
  'docs_url',
  'synthesised',
] as const satisfies readonly (keyof OutcomeError)[]

function completeError(exit: GivenExit, input: OutcomeErrorInput): OutcomeError {
  const category = input.category ?? categoryOfExit(exit)
  const recovery = input.recovery ?? impliedRecovery(exit, category, input)
  const retryable = input.retryable === undefined ? recovery === 'identical' : input.retryable
  const error = { ...input, category, recovery, retryable }
  const ordered: Record<string, unknown> = {}
  for (const key of ERROR_MEMBERS) if (error[key] !== undefined) ordered[key] = error[key]
  return Object.freeze(ordered) as unknown as OutcomeError
}

function impliedRecovery(
  exit: GivenExit,
  category: FailureName,
  { retryable, redirect, fix_required, fix_command }: OutcomeErrorInput,
): Recovery {
  const hasFix = fix_required !== undefined || fix_command !== undefined
  if (retryable !== undefined)
    return deriveRecovery({ retryable, category, hasFix, hasRedirect: redirect !== undefined })
  const usual = usualRecovery(exit, category)
  // A stated fix means that the failure can be fixed.
  return usual === 'never' && hasFix ? 'after_fix' : usual
}

function usualRecovery(exit: GivenExit, category: FailureName): Recovery {
  if (typeof exit !== 'string') return exit.retryable ? 'identical' : 'never'
  return isStandardExitName(exit) ? recoveryOfExit(category) : 'never'
}
