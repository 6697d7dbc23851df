import type { CategoryTable } from '../read/error-categories.ts'

/** The categories of the error codes of td, those of its decision record included. */
export const TD_CATEGORIES: CategoryTable = {
  codes: {
    api_error: 'GENERAL_ERROR',
    core_error: 'GENERAL_ERROR',
    validation_error: 'ARG_ERROR',
    ambiguous_match: 'ARG_ERROR',
    not_found: 'NOT_FOUND',
    duplicate_task: 'CONFLICT',
    auth_missing: 'AUTH_REQUIRED',
    auth_invalid: 'AUTH_REQUIRED',
    api_rate_limit: 'RATE_LIMITED',
  },
  suffixes: { _not_found: 'NOT_FOUND' },
}

/** The type of results without one. */
export const FALLBACK_TYPE = 'success'

/** The type of an answer without data, because the caller already has them. */
export const NOT_MODIFIED_TYPE = 'not_modified'
