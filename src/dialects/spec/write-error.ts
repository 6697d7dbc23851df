import {
  defaultRetryable,
  deriveRecovery,
  isFailureName,
  NEEDS_A_CHANGE,
  recoveryOfExit,
  type FailureExit,
  type FailureName,
  type FailureOutcome,
  type Generation,
  type OutcomeError,
} from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { EncodeOptions } from '../dialect.ts'
import { pointerTo, type Ledger } from '../write/loss-ledger.ts'
import { placeAdvice, areNativeDetails } from '../write/write-failure.ts'

export type SpecExit = FailureExit | 'INCOMPLETE'

interface Writing {
  readonly generation: Generation
  readonly exit: SpecExit
  readonly ledger: Ledger<FailureOutcome>
  readonly meaning: EncodeOptions['meaning']
}

export function writeSpecError(writing: Writing): Record<string, unknown> {
  const { generation, exit, ledger } = writing
  const { error } = ledger.outcome
  const written: Record<string, unknown> = {}
  const put = (name: string, value: unknown, member = name): void => {
    if (value === undefined) return
    written[name] = value
    ledger.readsAs(pointerTo('error', member), value)
  }
  // An error with a blank code or message cannot be branched on or shown, and the rules refuse it.
  const named = generation === '1.16' ? toCode(error.code) : error.code
  const code = isBlank(named) ? categoryOf(exit) : named
  put('code', code)
  put('message', isBlank(error.message) ? code : error.message)
  put('detail', error.detail)
  put('phase', error.phase)
  put('suggestion', error.suggestion || error.next_steps?.suggestion || undefined)
  if (exit === 'REDIRECTED') put('redirect', error.redirect)
  const retryable = retryableFor(writing)
  written['retryable'] = retryable
  const wait = error.retry_after_ms
  const hasWait = retryable && Number.isInteger(wait) && Number(wait) >= 0
  if (generation !== '1.0') {
    if (hasWait) put('retry_after_ms', wait)
    if (retryable) put('retry_strategy', error.retry_strategy)
    else {
      put('fix_required', error.fix_required ?? statedFix(error, exit))
      put('fix_command', error.fix_command)
    }
    if (areNativeDetails(error.details)) {
      if (generation === '1.16') placeFacts(error.details, written)
      else written['details'] = error.details
      ledger.wrote('/error/details')
    }
    put('cause', error.root_cause, 'root_cause')
    put('docs_url', error.docs_url)
    if (ledger.stow !== 'never') for (const name of FOREIGN_MEMBERS) put(name, error[name])
    put('next_steps', placeAdvice(ledger).next_steps)
  } else if (hasWait) {
    // Round up: a caller that retries too early is refused again.
    written['retry_after'] = Math.ceil(Number(wait) / 1000)
    ledger.readsAs('/error/retry_after_ms', Math.ceil(Number(wait) / 1000) * 1000)
  }
  recordRecovery(writing, written)
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
function retryableFor({ generation, ledger, exit, meaning }: Writing): boolean {
  const { recovery, category } = ledger.outcome.error
  const name = categoryOf(exit)
  if (recovery === 'unknown') return name !== 'TIMEOUT' && defaultRetryable(name, generation)
  if (name === 'PARTIAL_FAILURE') return false
  if (generation === '1.0') {
    if (recovery === 'after_fix') return NEEDS_A_CHANGE.includes(name)
    return recovery === 'redirect' ? name === 'REDIRECTED' : recovery === 'identical'
  }
  if (recovery !== 'identical') return false
  return !(meaning === 'safe_to_retry' && UNSAFE_AFTER_1_0.has(category))
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
function placeFacts(details: object, written: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(details))
    setMember(BESIDE_CODE.test(name) ? written : (written['context'] ??= {}), name, value)
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

function recordRecovery(
  { generation, exit, ledger }: Writing,
  { retryable, fix_required, fix_command, redirect }: Record<string, unknown>,
): void {
  const { error } = ledger.outcome
  const read = deriveRecovery({
    retryable: retryable === true,
    category: categoryOf(exit),
    hasFix: fix_required !== undefined || fix_command !== undefined,
    hasRedirect: redirect !== undefined,
    ...(generation === '1.0' && { meaning: 'safe_to_retry' as const }),
  })
  const isUsual = error.recovery === recoveryOfExit(error.category)
  ledger.readsAs('/error/recovery', read, isUsual && generation === '1.0')
  const isSpelling = error.retryable !== null && (isUsual || error.recovery === read)
  ledger.readsAs('/error/retryable', retryable, isSpelling)
}
