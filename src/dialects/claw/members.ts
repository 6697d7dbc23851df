/** The names that a claw 1.0 result keeps for itself. */
export const CLAW_1_RESULT_MEMBERS = ['type', 'kind', 'command', 'error'] as const
/** The names that a claw 1.0 error keeps for itself, those of later builds included. */
export const CLAW_1_ERROR_MEMBERS = [
  'type',
  'command',
  'error',
  'kind',
  'hint',
  'status',
  'error_kind',
  'message',
  'action',
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

/** The members that tell a claw 2.0 document from others. */
export const CLAW_2_MARKS = ['timestamp', 'command', 'exit_code'] as const

/** What claw's time limit is read as, which it reports by exit 2 and payload alone. */
export const TIMEOUT_CODE = 'timeout'
/** The message that such a failure gets. */
export const TIMEOUT_MESSAGE = 'The time limit passed.'
