import type { FailureName } from '../../contract/index.ts'
import type { CategoryTable } from '../read/error-categories.ts'

/** The error codes of incur and of pay, which is built on it, by what they are a kind of. */
export const INCUR_CATEGORIES: CategoryTable = {
  codes: {
    unknown: 'GENERAL_ERROR',
    transfer_reverted: 'GENERAL_ERROR',
    command_not_found: 'ARG_ERROR',
    validation_error: 'ARG_ERROR',
    invalid_input: 'ARG_ERROR',
    invalid_key: 'ARG_ERROR',
    unknown_chain: 'ARG_ERROR',
    unsupported_rail: 'ARG_ERROR',
    passphrase_too_short: 'ARG_ERROR',
    passphrase_mismatch: 'ARG_ERROR',
    no_wallet: 'PRECONDITION',
    multi_rail_candidates: 'PRECONDITION',
    config_error: 'PRECONDITION',
    user_cancelled: 'PRECONDITION',
    wallet_exists: 'CONFLICT',
    max_spend_exceeded: 'PERMISSION_DENIED',
    limit_exceeded: 'PERMISSION_DENIED',
    merchant_spec_violation: 'PERMISSION_DENIED',
    wrong_passphrase: 'AUTH_REQUIRED',
    passport_token_expired: 'AUTH_REQUIRED',
    passport_login_required: 'AUTH_REQUIRED',
    passport_verification_failed: 'AUTH_REQUIRED',
    passport_required_by_merchant: 'AUTH_REQUIRED',
    insufficient_balance: 'PAYMENT_REQUIRED',
    no_funded_rail: 'PAYMENT_REQUIRED',
    session_timeout: 'TIMEOUT',
    passport_verification_timeout: 'TIMEOUT',
    quota_exceeded: 'RATE_LIMITED',
    network_error: 'UNAVAILABLE',
    rpc_error: 'UNAVAILABLE',
    merchant_error: 'UNAVAILABLE',
    passport_api_error: 'UNAVAILABLE',
  },
}

/**
 * The exit numbers of pay by error code; every other code exits with 1. Given as `exitByCode`, it
 * makes the incur dialects speak and read pay's numbers.
 */
export const PAY_EXIT_BY_CODE: Readonly<Record<string, number>> = Object.freeze({
  no_wallet: 1,
  wallet_exists: 1,
  wrong_passphrase: 1,
  passphrase_too_short: 1,
  passphrase_mismatch: 1,
  unsupported_rail: 1,
  unknown_chain: 1,
  invalid_key: 1,
  invalid_input: 1,
  user_cancelled: 1,
  config_error: 1,
  quota_exceeded: 1,
  passport_verification_failed: 1,
  passport_token_expired: 1,
  unknown: 1,
  network_error: 2,
  rpc_error: 2,
  merchant_error: 2,
  session_timeout: 2,
  passport_api_error: 2,
  passport_verification_timeout: 2,
  insufficient_balance: 3,
  no_funded_rail: 3,
  max_spend_exceeded: 4,
  limit_exceeded: 4,
  merchant_spec_violation: 4,
  multi_rail_candidates: 5,
})

const PAY_EXITS: Readonly<Record<number, FailureName>> = {
  2: 'UNAVAILABLE',
  3: 'PAYMENT_REQUIRED',
  4: 'PERMISSION_DENIED',
  5: 'PRECONDITION',
}

/** Finds what an exit number stands for; only a tool with a table by code gives it more than 0 and 1. */
export function categoryOfIncurExit(
  number: number,
  exitByCode: Readonly<Record<string, number>> | undefined,
): FailureName {
  return (exitByCode && PAY_EXITS[number]) ?? 'GENERAL_ERROR'
}
