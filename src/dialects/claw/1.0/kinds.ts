import type { CategoryTable } from '../../read/error-categories.ts'

/** The categories of the error kinds of claw 1.0; tools use others too. */
export const CLAW_1_CATEGORIES: CategoryTable = {
  codes: {
    unknown: 'GENERAL_ERROR',
    cli_parse: 'ARG_ERROR',
    missing_argument: 'ARG_ERROR',
    missing_manifests: 'PRECONDITION',
    missing_worker_state: 'PRECONDITION',
    confirmation_required: 'PRECONDITION',
    interactive_only: 'PRECONDITION',
    no_managed_sessions: 'NOT_FOUND',
    not_found: 'NOT_FOUND',
    missing_credentials: 'AUTH_REQUIRED',
    api_auth_error: 'AUTH_REQUIRED',
    api_rate_limit_error: 'RATE_LIMITED',
    timeout: 'TIMEOUT',
  },
  prefixes: { invalid_: 'ARG_ERROR' },
  suffixes: { _not_found: 'NOT_FOUND' },
}

/** The error kinds of claw 2.0 that have another name in 1.0. */
export const FROM_2_0: Readonly<Record<string, string>> = {
  parse: 'cli_parse',
  auth: 'missing_credentials',
  filesystem: 'filesystem_io_error',
  usage: 'cli_parse',
  policy: 'unknown',
  runtime: 'unknown',
  mcp: 'unknown',
  session: 'session_load_failed',
  delivery: 'api_http_error',
}
