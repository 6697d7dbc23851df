import { expect, test } from 'vitest'

import { PAY_CODES } from './error-codes.ts'

const BY_EXIT = {
  1: [
    'no_wallet',
    'wallet_exists',
    'wrong_passphrase',
    'passphrase_too_short',
    'passphrase_mismatch',
    'unsupported_rail',
    'unknown_chain',
    'invalid_key',
    'invalid_input',
    'user_cancelled',
    'config_error',
    'quota_exceeded',
    'passport_verification_failed',
    'passport_token_expired',
    'unknown',
  ],
  2: [
    'network_error',
    'rpc_error',
    'merchant_error',
    'session_timeout',
    'passport_api_error',
    'passport_verification_timeout',
  ],
  3: ['insufficient_balance', 'no_funded_rail'],
  4: ['max_spend_exceeded', 'limit_exceeded', 'merchant_spec_violation'],
  5: ['multi_rail_candidates'],
} as const

const expected = Object.entries(BY_EXIT).flatMap(([exit, codes]) =>
  codes.map((code) => [code, Number(exit)] as const),
)

test('there are 27 codes', () => {
  expect(Object.keys(PAY_CODES).toSorted()).toEqual(expected.map(([code]) => code).toSorted())
  expect(expected).toHaveLength(27)
})

test.each(expected)('%s exits with %i', (code, exit) => {
  expect(PAY_CODES[code].exit).toBe(exit)
})

test('exactly three codes may simply be repeated, whatever their exit', () => {
  const retryable = Object.entries(PAY_CODES).filter(([, { retryable: may }]) => may)
  expect(retryable.map(([code]) => code)).toEqual(['network_error', 'rpc_error', 'session_timeout'])
})
