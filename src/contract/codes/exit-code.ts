import type { StandardExitName } from './exit-codes.ts'

/**
 * The standard exit codes as constants. The value is the name, because the number depends on the
 * dialect.
 *
 * @example
 * ```ts
 * import { ExitCode } from 'surety/contract'
 *
 * ExitCode.NOT_FOUND // 'NOT_FOUND'
 * ```
 */
export const ExitCode: { readonly [Name in StandardExitName]: Name } = Object.freeze({
  SUCCESS: 'SUCCESS',
  GENERAL_ERROR: 'GENERAL_ERROR',
  ARG_ERROR: 'ARG_ERROR',
  PARTIAL_FAILURE: 'PARTIAL_FAILURE',
  PRECONDITION: 'PRECONDITION',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  PERMISSION_DENIED: 'PERMISSION_DENIED',
  AUTH_REQUIRED: 'AUTH_REQUIRED',
  PAYMENT_REQUIRED: 'PAYMENT_REQUIRED',
  TIMEOUT: 'TIMEOUT',
  RATE_LIMITED: 'RATE_LIMITED',
  UNAVAILABLE: 'UNAVAILABLE',
  REDIRECTED: 'REDIRECTED',
})
