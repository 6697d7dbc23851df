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
