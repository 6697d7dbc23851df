import type { FailureName } from '../../../contract/index.ts'
import type { CategoryTable } from '../../read/error-categories.ts'

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
