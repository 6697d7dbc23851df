/**
 * The problems that the contracts themselves tell readers to live with: the exit code outranks a stale
 * `ok`, absent warnings count as none, what is unknown is passed over, the last of several documents
 * counts. Everything else means that the answer cannot be relied on.
 */
const TOLERABLE: ReadonlySet<string> = new Set([
  'ok_contradicts_exit',
  'exit_contradicts',
  'error_on_success',
  'error_contradicts_exit',
  'warnings_missing',
  'warnings_not_list',
  'warnings_invalid',
  'warning_not_text',
  'data_is_scalar',
  'duration_missing',
  'member_unknown',
  'error_member_unknown',
  'error_message_missing',
  'several_envelopes',
  'wrong_stream',
  'wait_without_retryable',
  'wait_of_other_generation',
  'redirect_ignored',
  'redirect_missing',
  'exit_outside_contract',
])

/** Tests whether a reader's problem, which starts with its code, leaves the answer usable. */
export function isTolerable(problem: string): boolean {
  return TOLERABLE.has(problem.split(':', 1)[0] ?? '')
}
