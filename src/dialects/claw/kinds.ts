import type { FailureName } from '../../contract/index.ts'
import type { CategoryTable } from '../read/error-categories.ts'

/** The members of the envelope in a claw 1.0 result. */
export const CLAW_1_RESULT_MEMBERS = ['type', 'kind', 'command', 'error'] as const
/**
 * The members of the envelope in a claw 1.0 error, those of later builds included. Their `action` and
 * `status` are payload.
 */
export const CLAW_1_ERROR_MEMBERS = [
  'type',
  'command',
  'error',
  'kind',
  'hint',
  'error_kind',
  'message',
  'exit_code',
] as const

/** The members that every claw 2.0 document has; everything else on top is payload. */
export const CLAW_2_COMMON = [
  'timestamp',
  'command',
  'exit_code',
  'output_format',
  'schema_version',
] as const

/** The members by which a claw 2.0 document is recognised. */
export const CLAW_2_MARKS = ['timestamp', 'command', 'exit_code'] as const

/** The code of a timeout, which claw reports by exit 2 and payload alone. */
export const TIMEOUT_CODE = 'timeout'
/** The message of such a timeout. */
export const TIMEOUT_MESSAGE = 'The time limit passed.'

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

/** The error kinds of claw 2.0 for failures. */
export const FAILURE_KINDS = [
  'filesystem',
  'auth',
  'session',
  'parse',
  'runtime',
  'mcp',
  'delivery',
  'usage',
  'policy',
  'unknown',
] as const

/** The error kinds of claw 2.0 for entities that do not exist. */
export const MISSING_KINDS = ['command_not_found', 'tool_not_found', 'session_not_found'] as const

const CLAW_KINDS: ReadonlySet<string> = new Set([...FAILURE_KINDS, ...MISSING_KINDS])

/** The categories of the error kinds of claw 2.0. */
export const CLAW_2_CATEGORIES: CategoryTable = {
  codes: {
    runtime: 'GENERAL_ERROR',
    unknown: 'GENERAL_ERROR',
    filesystem: 'GENERAL_ERROR',
    session: 'GENERAL_ERROR',
    mcp: 'GENERAL_ERROR',
    delivery: 'GENERAL_ERROR',
    parse: 'ARG_ERROR',
    usage: 'ARG_ERROR',
    policy: 'PERMISSION_DENIED',
    auth: 'AUTH_REQUIRED',
    timeout: 'TIMEOUT',
    not_found: 'NOT_FOUND',
  },
  suffixes: { _not_found: 'NOT_FOUND' },
}

/** The error kinds of claw 1.0, and of its harness, that have another name in 2.0. */
const FROM_1_0: Readonly<Record<string, string>> = {
  cli_parse: 'parse',
  missing_credentials: 'auth',
  no_managed_sessions: 'session',
  filesystem_io_error: 'filesystem',
  session_load_failed: 'session',
  session_delete_failed: 'session',
  unsupported_command: 'usage',
  unsupported_resumed_command: 'usage',
  slash_command_requires_repl: 'usage',
  confirmation_required: 'policy',
  missing_manifests: 'runtime',
  missing_worker_state: 'runtime',
  api_http_error: 'delivery',
}

const OF_CATEGORY: Partial<Record<FailureName, string>> = {
  ARG_ERROR: 'usage',
  PERMISSION_DENIED: 'policy',
  AUTH_REQUIRED: 'auth',
}

/** Tests for a kind that says that an entity does not exist. */
export function isMissingKind(kind: string): boolean {
  return (MISSING_KINDS as readonly string[]).includes(kind)
}

/** Returns the kind to write for an error: its own if claw has it, else the nearest. */
export function kindFor(code: string, category: FailureName): string {
  if (CLAW_KINDS.has(code)) return code
  if (Object.hasOwn(FROM_1_0, code)) return FROM_1_0[code] ?? 'unknown'
  return OF_CATEGORY[category] ?? 'unknown'
}

/** The operation that a kind implies if the outcome has none. */
export const OPERATION_OF: Readonly<Record<string, string>> = {
  parse: 'argparse',
  session_not_found: 'resolve_session',
  session: 'list_sessions',
}
