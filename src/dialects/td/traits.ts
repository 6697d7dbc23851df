import type { DialectTraits } from '../dialect.ts'

/** The traits of td. */
export const traits: DialectTraits = {
  advises: true,
  isClosed: true,
  habits: { output: { inputErrorExit: 2 } },
  frameworkErrors: {
    ARG_ERROR: 'validation_error',
    PRECONDITION: 'validation_error',
    REDIRECTED: 'validation_error',
    NOT_FOUND: 'not_found',
    TOKEN_MISSING: 'auth_missing',
    AUTH_REQUIRED: 'auth_invalid',
    RATE_LIMITED: 'api_rate_limit',
    CANCELLED: 'cancelled',
    INTERRUPTED: 'cancelled',
    GENERAL_ERROR: 'api_error',
    PARTIAL_FAILURE: 'api_error',
    PERMISSION_DENIED: 'api_error',
    PAYMENT_REQUIRED: 'api_error',
    CONFLICT: 'api_error',
    UNAVAILABLE: 'api_error',
    '*': 'api_error',
  },
}
