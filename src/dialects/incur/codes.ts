import type { FailureName } from '../../contract/index.ts'
import type { CategoryTable } from '../read/error-categories.ts'

/** The categories of the error codes of incur, and of pay, which is built on it, with its exit number. */
const CODES: Readonly<Record<string, readonly [FailureName, payExit?: number]>> = {
  unknown: ['GENERAL_ERROR', 1],
  transfer_reverted: ['GENERAL_ERROR'],
  command_not_found: ['ARG_ERROR'],
  validation_error: ['ARG_ERROR'],
  invalid_input: ['ARG_ERROR', 1],
  invalid_key: ['ARG_ERROR', 1],
  unknown_chain: ['ARG_ERROR', 1],
  unsupported_rail: ['ARG_ERROR', 1],
  passphrase_too_short: ['ARG_ERROR', 1],
  passphrase_mismatch: ['ARG_ERROR', 1],
  no_wallet: ['PRECONDITION', 1],
  multi_rail_candidates: ['PRECONDITION', 5],
  config_error: ['PRECONDITION', 1],
  user_cancelled: ['PRECONDITION', 1],
  wallet_exists: ['CONFLICT', 1],
  max_spend_exceeded: ['PERMISSION_DENIED', 4],
  limit_exceeded: ['PERMISSION_DENIED', 4],
  merchant_spec_violation: ['PERMISSION_DENIED', 4],
  wrong_passphrase: ['AUTH_REQUIRED', 1],
  passport_token_expired: ['AUTH_REQUIRED', 1],
  passport_login_required: ['AUTH_REQUIRED'],
  passport_verification_failed: ['AUTH_REQUIRED', 1],
  passport_required_by_merchant: ['AUTH_REQUIRED'],
  insufficient_balance: ['PAYMENT_REQUIRED', 3],
  no_funded_rail: ['PAYMENT_REQUIRED', 3],
  session_timeout: ['TIMEOUT', 2],
  passport_verification_timeout: ['TIMEOUT', 2],
  quota_exceeded: ['RATE_LIMITED', 1],
  network_error: ['UNAVAILABLE', 2],
  rpc_error: ['UNAVAILABLE', 2],
  merchant_error: ['UNAVAILABLE', 2],
  passport_api_error: ['UNAVAILABLE', 2],
}

/** The categories of the error codes. */
export const INCUR_CATEGORIES: CategoryTable = {
  codes: Object.fromEntries(Object.entries(CODES).map(([code, [category]]) => [code, category])),
}

/**
 * The exit numbers of pay by error code; every other code exits with 1. As `exitByCode` it makes the
 * incur dialects use the numbers of pay.
 */
export const PAY_EXIT_BY_CODE: Readonly<Record<string, number>> = Object.freeze(
  Object.fromEntries(
    Object.entries(CODES).flatMap(([code, [, exit]]) => (exit === undefined ? [] : [[code, exit]])),
  ),
)

const PAY_EXITS: Readonly<Record<number, FailureName>> = {
  2: 'UNAVAILABLE',
  3: 'PAYMENT_REQUIRED',
  4: 'PERMISSION_DENIED',
  5: 'PRECONDITION',
}

/** Returns the category of an exit number; only tools with a table by code use more than 0 and 1. */
export function categoryOfIncurExit(
  number: number,
  exitByCode: Readonly<Record<string, number>> | undefined,
): FailureName {
  return (exitByCode && PAY_EXITS[number]) ?? 'GENERAL_ERROR'
}
