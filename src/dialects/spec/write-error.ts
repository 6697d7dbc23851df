import {
  defaultRetryable,
  deriveRecovery,
  isFailureName,
  recoveryOfExit,
  type FailureExit,
  type FailureName,
  type FailureOutcome,
  type Generation,
  type OutcomeError,
} from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { EncodeOptions } from '../dialect.ts'
import type { Ledger } from '../write/loss-ledger.ts'
import { placeAdvice, areNativeDetails } from '../write/write-failure.ts'

export type SpecExit = FailureExit | 'INCOMPLETE'

interface Writing {
  readonly generation: Generation
  readonly outcome: FailureOutcome
  readonly exit: SpecExit
  readonly ledger: Ledger
  readonly options: EncodeOptions
}

export function writeSpecError(writing: Writing): Record<string, unknown> {
  const { outcome, generation, exit, ledger } = writing
  const { error } = outcome
  // An error with a blank code or message cannot be branched on or shown, and the rules refuse it.
  const named = generation === '1.16' ? toCode(error.code) : error.code
  const code = isBlank(named) ? categoryOf(exit) : named
  const message = isBlank(error.message) ? code : error.message
  const written: Record<string, unknown> = { code, message }
  ledger.readsAs('/error/code', code)
  ledger.readsAs('/error/message', message)
  for (const key of ['detail', 'phase'] as const) {
    if (error[key] === undefined) continue
    written[key] = error[key]
    ledger.wrote(`/error/${key}`)
  }
  const suggestion = error.suggestion || error.next_steps?.suggestion
  if (suggestion) {
    written['suggestion'] = suggestion
    ledger.readsAs('/error/suggestion', suggestion)
  }
  if (exit === 'REDIRECTED' && error.redirect) {
    written['redirect'] = error.redirect
    ledger.wrote('/error/redirect')
  }
  const retryable = retryableFor(writing)
  written['retryable'] = retryable
  if (retryable) writeWait(generation, error, written, ledger)
  if (generation !== '1.0') writeOpenMembers(writing, retryable, written)
  recordRecovery(writing, retryable, written)
  return written
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function toCode(code: string): string {
  if (/^[A-Z][A-Z0-9_]+$/.test(code)) return code
  const words = code
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^[^A-Z]+|_+$/g, '')
  return words.length > 1 ? words : ''
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
    if (recovery === 'after_fix') return NEEDS_A_CHANGE.has(name)
    return recovery === 'redirect' ? name === 'REDIRECTED' : recovery === 'identical'
  }
  if (recovery !== 'identical') return false
  return !(options.meaning === 'safe_to_retry' && UNSAFE_AFTER_1_0.has(category))
}

const NEEDS_A_CHANGE: ReadonlySet<FailureName> = new Set([
  'ARG_ERROR',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
])
const UNSAFE_AFTER_1_0: ReadonlySet<FailureName> = new Set([
  'TIMEOUT',
  'PRECONDITION',
  'GENERAL_ERROR',
])

export function categoryOf(exit: SpecExit): FailureName {
  return typeof exit === 'string' && isFailureName(exit) ? exit : 'GENERAL_ERROR'
}

function writeWait(
  generation: Generation,
  error: OutcomeError,
  written: Record<string, unknown>,
  ledger: Ledger,
): void {
  const wait = error.retry_after_ms
  const isWhole = Number.isInteger(wait) && Number(wait) >= 0
  if (isWhole && generation === '1.0') {
    // Round up: a caller that retries too early is refused again.
    const seconds = Math.ceil(Number(wait) / 1000)
    written['retry_after'] = seconds
    ledger.readsAs('/error/retry_after_ms', seconds * 1000)
  } else if (isWhole) {
    written['retry_after_ms'] = wait
    ledger.wrote('/error/retry_after_ms')
  }
  if (generation !== '1.0' && error.retry_strategy !== undefined) {
    written['retry_strategy'] = error.retry_strategy
    ledger.wrote('/error/retry_strategy')
  }
}

function writeOpenMembers(
  { generation, outcome, exit, ledger, options }: Writing,
  retryable: boolean,
  written: Record<string, unknown>,
): void {
  const { error } = outcome
  if (!retryable) {
    const fix = error.fix_required ?? (exit === 'INCOMPLETE' ? undefined : statedFix(error))
    if (fix !== undefined) {
      written['fix_required'] = fix
      ledger.readsAs('/error/fix_required', fix)
    }
    if (error.fix_command !== undefined) {
      written['fix_command'] = error.fix_command
      ledger.wrote('/error/fix_command')
    }
  }
  if (areNativeDetails(error.details)) {
    if (generation === '1.16') placeFacts(error.details, written)
    else written['details'] = error.details
    ledger.wrote('/error/details')
  }
  if (error.root_cause !== undefined) {
    written['cause'] = error.root_cause
    ledger.wrote('/error/root_cause')
  }
  if (error.docs_url !== undefined) {
    written['docs_url'] = error.docs_url
    ledger.wrote('/error/docs_url')
  }
  if (options.stow !== 'never') {
    for (const name of FOREIGN_MEMBERS) {
      if (error[name] === undefined) continue
      written[name] = error[name]
      ledger.wrote(`/error/${name}`)
    }
  }
  const { next_steps: steps } = placeAdvice(error, { stow: options.stow ?? 'plain' }, ledger)
  if (steps) written['next_steps'] = steps
}

const FOREIGN_MEMBERS = ['field_errors', 'operation', 'target'] as const

/** Writes facts into the context, but those that requirements name beside the code where they name them. */
function placeFacts(details: object, written: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(details)) {
    if (BESIDE_CODE.test(name)) written[name] = value
    else setMember((written['context'] ??= {}), name, value)
  }
}

const BESIDE_CODE =
  /^(?:input_value|rejected_pattern|corrected_input|network_context|hint|expires_at|refresh_command|required_permission|auth_methods)$/

function statedFix(error: OutcomeError): string | undefined {
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

function recordRecovery(
  { generation, outcome, exit, ledger }: Writing,
  retryable: boolean,
  written: Record<string, unknown>,
): void {
  const { error } = outcome
  const read = deriveRecovery({
    retryable,
    category: categoryOf(exit),
    hasFix: written['fix_required'] !== undefined || written['fix_command'] !== undefined,
    hasRedirect: written['redirect'] !== undefined,
    ...(generation === '1.0' && { meaning: 'safe_to_retry' as const }),
  })
  const isUsual = error.recovery === recoveryOfExit(error.category)
  ledger.readsAs('/error/recovery', read, isUsual && generation === '1.0')
  const isSpelling = error.retryable !== null && (isUsual || error.recovery === read)
  ledger.readsAs('/error/retryable', retryable, isSpelling)
}
