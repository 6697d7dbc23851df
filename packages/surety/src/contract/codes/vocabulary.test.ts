import { expect, test } from 'vitest'

import { deriveRecovery } from './recovery.ts'

test.each([
  [
    '1.0 says yes of bad input',
    { retryable: true, category: 'ARG_ERROR', meaning: 'safe_to_retry' },
    'after_fix',
  ],
  [
    '1.0 says yes of an expired token',
    { retryable: true, category: 'AUTH_REQUIRED', meaning: 'safe_to_retry' },
    'after_fix',
  ],
  [
    '1.0 says yes of a payment',
    { retryable: true, category: 'PAYMENT_REQUIRED', meaning: 'safe_to_retry' },
    'after_fix',
  ],
  [
    '1.0 says yes of a rate limit',
    { retryable: true, category: 'RATE_LIMITED', meaning: 'safe_to_retry' },
    'identical',
  ],
  [
    '1.6 says yes of bad input',
    { retryable: true, category: 'ARG_ERROR', meaning: 'identical_call' },
    'identical',
  ],
  ['yes of a redirect', { retryable: true, category: 'REDIRECTED' }, 'redirect'],
  [
    'no of a redirect that names the replacement',
    { retryable: false, category: 'REDIRECTED', hasRedirect: true },
    'redirect',
  ],
  ['no of a redirect that names none', { retryable: false, category: 'REDIRECTED' }, 'never'],
  ['no, with a fix', { retryable: false, category: 'CONFLICT', hasFix: true }, 'after_fix'],
  ['no', { retryable: false, category: 'CONFLICT' }, 'never'],
  ['nothing said', { retryable: null, category: 'CONFLICT' }, 'unknown'],
] as const)('%s', (_title, facts, recovery) => {
  expect(deriveRecovery(facts)).toBe(recovery)
})
