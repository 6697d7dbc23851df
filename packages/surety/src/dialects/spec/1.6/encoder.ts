import type { FailureName, JsonValue, OutcomeError } from '../../../contract/index.ts'
import { adviceOf, nativeDetails } from '../../write/write-failure.ts'
import { FOREIGN_MEMBERS } from '../foreign-members.ts'
import { makeSpecEncoder, present, type SpecExit, type Writing } from '../failure.ts'
import { traits16 } from '../traits.ts'

/** Writes contract 1.6. */
export const encoder16 = makeSpecEncoder({
  generation: '1.6',
  traits: traits16,
  mayRepeat,
  waitOf: (ms) => ({ retry_after_ms: ms }),
  addMore: (writing, error) => {
    const { outcome } = writing
    const details = nativeDetails(outcome.error)
    addOpenMembers(writing, error, () => {
      if (details) error['details'] = details
      // The data of a failure is null.
      const { details: given } = outcome.error
      const isTaken = given && (Object.hasOwn(given, 'data') || !details)
      if (outcome.data !== null && !isTaken) error['details'] = { ...details, data: outcome.data }
    })
  },
})

/**
 * Decides about `retryable`, which from 1.6 on is about the identical call only. A timeout from a 1.0 document never gets
 * it, because it may have written something, and neither does a failure that only the tool knows: 1.0 may mean a call
 * with a correction.
 */
export function mayRepeat({ outcome: { error }, options }: Writing): boolean {
  if (error.recovery !== 'identical') return false
  return !(options.meaning === 'safe_to_retry' && UNSAFE_AFTER_1_0.has(error.category))
}

const UNSAFE_AFTER_1_0: ReadonlySet<FailureName> = new Set([
  'TIMEOUT',
  'PRECONDITION',
  'GENERAL_ERROR',
])

/** Adds what errors hold from 1.6 on, in the order of the contract; `place` puts details where the generation has them. */
export function addOpenMembers(
  { exit, outcome, options }: Writing,
  written: Record<string, JsonValue>,
  place: () => void,
): void {
  const { error } = outcome
  const { retryable, phase, suggestion, redirect } = written
  for (const name of ['phase', 'suggestion', 'redirect']) delete written[name]
  const isFixable = retryable !== true
  Object.assign(
    written,
    present({
      retry_strategy: isFixable ? undefined : error.retry_strategy,
      fix_required: isFixable ? (error.fix_required ?? statedFix(error, exit)) : undefined,
      fix_command: isFixable ? error.fix_command : undefined,
      phase,
      suggestion,
      redirect,
    }),
  )
  place()
  const more: Record<string, unknown> = { cause: error.root_cause, docs_url: error.docs_url }
  if (options.stow !== 'never') for (const name of FOREIGN_MEMBERS) more[name] = error[name]
  Object.assign(written, present({ ...more, ...adviceOf(outcome, options) }))
}

function statedFix(error: OutcomeError, exit: SpecExit): string | undefined {
  if (exit === 'INCOMPLETE') return undefined
  if (error.recovery === 'redirect') return 'Run the replacement command.'
  if (error.recovery !== 'after_fix') return undefined
  return error.suggestion || (FIXES[error.category] ?? 'Correct the cause and reissue the call.')
}

const FIXES: Partial<Record<FailureName, string>> = {
  ARG_ERROR: 'Correct the input.',
  PRECONDITION: 'Satisfy the precondition.',
  AUTH_REQUIRED: 'Obtain valid credentials.',
  PAYMENT_REQUIRED: 'Make the payment.',
}
