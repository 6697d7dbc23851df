import type { ErrorCode } from './error-exits.ts'
import errors from './system-errors.json' with { type: 'json' }

/** The code and the reason for each error of the operating system that a command is likely to meet. */
export const SYSTEM_ERRORS = errors as Readonly<
  Record<string, { readonly code: ErrorCode; readonly reason: string }>
>
