import tables from './tables.json' with { type: 'json' }
import type { FailureName } from '../../contract/index.ts'
import type { CategoryTable } from '../read/error-categories.ts'

export const CLAW_1_RESULT_MEMBERS = ['type', 'kind', 'command', 'error'] as const
/** Those of later builds included. Their `action` and `status` are payload. */
export const CLAW_1_ERROR_MEMBERS: readonly string[] = tables.members_of_1_0_errors

export const CLAW_2_COMMON = [
  'timestamp',
  'command',
  'exit_code',
  'output_format',
  'schema_version',
] as const

export const CLAW_2_MARKS = ['timestamp', 'command', 'exit_code'] as const

/** The code of a timeout, which claw reports by exit 2 and payload alone. */
export const TIMEOUT_CODE = 'timeout'
export const TIMEOUT_MESSAGE = 'The time limit passed.'

export const CLAW_1_CATEGORIES = tables.categories['1.0'] as CategoryTable

export const FROM_2_0: Readonly<Record<string, string>> = tables.from_2_0

export const FAILURE_KINDS: readonly string[] = tables.failure_kinds

export const MISSING_KINDS = ['command_not_found', 'tool_not_found', 'session_not_found']

const CLAW_KINDS: ReadonlySet<string> = new Set([...FAILURE_KINDS, ...MISSING_KINDS])

export const CLAW_2_CATEGORIES = tables.categories['2.0'] as CategoryTable

const FROM_1_0: Readonly<Record<string, string>> = tables.from_1_0

const OF_CATEGORY: Partial<Record<FailureName, string>> = {
  ARG_ERROR: 'usage',
  PERMISSION_DENIED: 'policy',
  AUTH_REQUIRED: 'auth',
}

export function kindFor(code: string, category: FailureName): string {
  if (CLAW_KINDS.has(code)) return code
  if (Object.hasOwn(FROM_1_0, code)) return FROM_1_0[code] ?? 'unknown'
  return OF_CATEGORY[category] ?? 'unknown'
}

export const OPERATION_OF: Readonly<Record<string, string>> = {
  parse: 'argparse',
  session_not_found: 'resolve_session',
  session: 'list_sessions',
}
