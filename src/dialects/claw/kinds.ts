import tables from './tables.json' with { type: 'json' }
import type { FailureName } from '../../contract/index.ts'
import type { CategoryTable } from '../read/error-categories.ts'

/** The members of the envelope in a claw 1.0 result. */
export const CLAW_1_RESULT_MEMBERS = ['type', 'kind', 'command', 'error'] as const
/**
 * The members of the envelope in a claw 1.0 error, those of later builds included. Their `action` and
 * `status` are payload.
 */
export const CLAW_1_ERROR_MEMBERS: readonly string[] = tables.members_of_1_0_errors

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
export const CLAW_1_CATEGORIES = tables.categories['1.0'] as CategoryTable

/** The error kinds of claw 2.0 that have another name in 1.0. */
export const FROM_2_0: Readonly<Record<string, string>> = tables.from_2_0

/** The error kinds of claw 2.0 for failures. */
export const FAILURE_KINDS: readonly string[] = tables.failure_kinds

/** The error kinds of claw 2.0 for entities that do not exist. */
export const MISSING_KINDS = ['command_not_found', 'tool_not_found', 'session_not_found'] as const

const CLAW_KINDS: ReadonlySet<string> = new Set([...FAILURE_KINDS, ...MISSING_KINDS])

/** The categories of the error kinds of claw 2.0. */
export const CLAW_2_CATEGORIES = tables.categories['2.0'] as CategoryTable

/** The error kinds of claw 1.0, and of its harness, that have another name in 2.0. */
const FROM_1_0: Readonly<Record<string, string>> = tables.from_1_0

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
