import {
  defaultRetryable,
  isFailureName,
  NEEDS_A_CHANGE,
  toCodeWord,
  type FailureExit,
  type FailureName,
  type FailureOutcome,
  type Generation,
  type JsonValue,
  type OutcomeError,
} from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import type { EncodeOptions } from '../dialect.ts'
import { adviceOf, nativeDetails } from '../write/write-failure.ts'

export type SpecExit = FailureExit | 'INCOMPLETE'

interface Writing {
  readonly generation: Generation
  readonly exit: SpecExit
  readonly outcome: FailureOutcome
  readonly options: EncodeOptions
}

export function writeSpecError(writing: Writing): Record<string, JsonValue> {
  const { generation, exit, outcome } = writing
  const { error } = outcome
  // An error with a blank code or message cannot be branched on or shown, and the rules refuse it.
  const named = generation === '1.16' ? toCodeWord(error.code) : error.code
  const code = isBlank(named) ? categoryOf(exit) : named
  const isUnknown = error.retryable === null && error.recovery === 'unknown'
  const retryable = isUnknown ? undefined : retryableFor(writing)
  const wait = Number(error.retry_after_ms)
  const hasWait = retryable && Number.isInteger(wait) && wait >= 0
  const isOpen = generation !== '1.0'
  const written = present({
    code,
    message: isBlank(error.message) ? code : error.message,
    detail: error.detail,
    retryable,
    // Round up: a caller that retries too early is refused again.
    retry_after: hasWait && !isOpen ? Math.ceil(wait / 1000) : undefined,
    retry_after_ms: hasWait && isOpen ? wait : undefined,
    retry_strategy: retryable && isOpen ? error.retry_strategy : undefined,
    fix_required: retryable || !isOpen ? undefined : (error.fix_required ?? statedFix(error, exit)),
    fix_command: retryable || !isOpen ? undefined : error.fix_command,
    phase: error.phase,
    suggestion: error.suggestion || error.next_steps?.suggestion || undefined,
    redirect: exit === 'REDIRECTED' ? error.redirect : undefined,
  })
  if (isOpen) addOpenMembers(writing, written)
  return written
}

/** Copies members without those that are undefined. */
function present(members: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {}
  for (const name of Object.keys(members))
    if (members[name] !== undefined) copy[name] = members[name] as JsonValue
  return copy
}

/** Adds what errors hold from 1.6 on. */
function addOpenMembers(
  { generation, outcome, options }: Writing,
  written: Record<string, JsonValue>,
): void {
  const { data, error } = outcome
  const details = nativeDetails(error)
  if (details && generation === '1.16') placeFacts(details, written)
  else if (details) written['details'] = details
  // The data of a failure is null in 1.6.
  const isTaken = error.details && (Object.hasOwn(error.details, 'data') || !details)
  if (generation === '1.6' && data !== null && !isTaken) written['details'] = { ...details, data }
  const more: Record<string, unknown> = { cause: error.root_cause, docs_url: error.docs_url }
  if (options.stow !== 'never') for (const name of FOREIGN_MEMBERS) more[name] = error[name]
  Object.assign(written, present({ ...more, ...adviceOf(outcome, options) }))
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/**
 * Decides about `retryable`. In 1.0 it is also true for calls that need a correction first. In 1.6 it is
 * about the identical call only. A timeout from a 1.0 document never gets it, because it may have written
 * something, and neither does a failure that only the tool knows: 1.0 may mean a call with a correction.
 */
function retryableFor({ generation, outcome, exit, options }: Writing): boolean {
  const { recovery, category } = outcome.error
  const name = categoryOf(exit)
  if (recovery === 'unknown') return name !== 'TIMEOUT' && defaultRetryable(name, generation)
  if (name === 'PARTIAL_FAILURE') return false
  if (generation === '1.0') {
    if (recovery === 'after_fix') return NEEDS_A_CHANGE.includes(name)
    return recovery === 'redirect' ? name === 'REDIRECTED' : recovery === 'identical'
  }
  if (recovery !== 'identical') return false
  return !(options.meaning === 'safe_to_retry' && UNSAFE_AFTER_1_0.has(category))
}

const UNSAFE_AFTER_1_0: ReadonlySet<FailureName> = new Set([
  'TIMEOUT',
  'PRECONDITION',
  'GENERAL_ERROR',
])

export function categoryOf(exit: SpecExit): FailureName {
  return typeof exit === 'string' && isFailureName(exit) ? exit : 'GENERAL_ERROR'
}

/** The members that our errors have and the contract lacks; its errors are open from 1.6 on. */
export const FOREIGN_MEMBERS = ['field_errors', 'operation', 'target'] as const

/** Writes facts into the context, but those that requirements name beside the code where they name them. */
function placeFacts(details: object, written: Record<string, JsonValue>): void {
  for (const [name, value] of Object.entries(details))
    setMember(
      BESIDE_CODE.test(name) ? written : ((written['context'] ??= {}) as object),
      name,
      value,
    )
}

const BESIDE_CODE =
  /^(?:input_value|rejected_pattern|corrected_input|network_context|hint|expires_at|refresh_command|required_permission|auth_methods)$/

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
