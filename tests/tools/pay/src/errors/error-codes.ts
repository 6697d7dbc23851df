import type { FailureName } from 'surety/contract'

/** A row of the table of error codes. */
export interface PayCode {
  /** The exit code in the dialect of this tool. */
  readonly exit: 1 | 2 | 3 | 4 | 5
  /** The standard failure that it is a kind of. */
  readonly category: FailureName
  readonly retryable: boolean
  readonly meaning: string
}

const code = (
  exit: PayCode['exit'],
  category: FailureName,
  meaning: string,
  retryable = false,
): PayCode => ({ exit, category, retryable, meaning })

/** The 27 codes of pay. Exit and retryable are independent: not every code of exit 2 is retryable. */
export const PAY_CODES = {
  no_wallet: code(1, 'PRECONDITION', 'There is no wallet for the chain.'),
  wallet_exists: code(1, 'CONFLICT', 'A wallet of that name is there already.'),
  wrong_passphrase: code(1, 'AUTH_REQUIRED', 'The passphrase does not open the keystore.'),
  passphrase_too_short: code(1, 'ARG_ERROR', 'The passphrase has fewer than eight characters.'),
  passphrase_mismatch: code(1, 'ARG_ERROR', 'The two passphrases differ.'),
  unsupported_rail: code(1, 'ARG_ERROR', 'The merchant takes a rail that is not supported.'),
  unknown_chain: code(1, 'ARG_ERROR', 'There is no such chain.'),
  invalid_key: code(1, 'ARG_ERROR', 'The key has the wrong form.'),
  invalid_input: code(1, 'ARG_ERROR', 'An option is missing or malformed.'),
  user_cancelled: code(
    1,
    'PRECONDITION',
    'The question was answered with no, or nobody was there.',
  ),
  config_error: code(1, 'ARG_ERROR', 'The configuration has no such key or value.'),
  quota_exceeded: code(1, 'RATE_LIMITED', 'The plan allows no more calls.'),
  passport_verification_failed: code(1, 'PERMISSION_DENIED', 'The identity was not confirmed.'),
  passport_token_expired: code(1, 'AUTH_REQUIRED', 'The identity has to be confirmed anew.'),
  unknown: code(1, 'GENERAL_ERROR', 'Nothing more specific is known.'),
  network_error: code(2, 'UNAVAILABLE', 'The merchant cannot be reached.', true),
  rpc_error: code(2, 'UNAVAILABLE', 'The chain cannot be reached.', true),
  merchant_error: code(2, 'GENERAL_ERROR', 'The merchant answered with an error.'),
  session_timeout: code(2, 'TIMEOUT', 'The merchant did not answer in time.', true),
  passport_api_error: code(2, 'UNAVAILABLE', 'The identity service answered with an error.'),
  passport_verification_timeout: code(2, 'TIMEOUT', 'The identity was not confirmed in time.'),
  insufficient_balance: code(3, 'PAYMENT_REQUIRED', 'The wallet holds less than the price.'),
  no_funded_rail: code(3, 'PAYMENT_REQUIRED', 'No wallet on an accepted chain holds the price.'),
  max_spend_exceeded: code(4, 'PERMISSION_DENIED', 'The price is above what the call allows.'),
  limit_exceeded: code(4, 'PERMISSION_DENIED', 'The payment would break a configured limit.'),
  merchant_spec_violation: code(
    4,
    'GENERAL_ERROR',
    'The merchant asks for a payment of no known form.',
  ),
  multi_rail_candidates: code(
    5,
    'PRECONDITION',
    'Several wallets could pay; one has to be chosen.',
  ),
} as const satisfies Record<string, PayCode>

/** One of pay's codes. */
export type PayErrorCode = keyof typeof PAY_CODES
