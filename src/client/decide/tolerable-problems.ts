/**
 * Problems that the contracts tell readers to tolerate: the exit code takes precedence over a wrong `ok`,
 * absent warnings count as none, unknown members are ignored, the last of several documents counts. With
 * any other problem the answer is not reliable.
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

/** Tests whether an answer with this problem is still usable; a problem starts with its code. */
export function isTolerable(problem: string): boolean {
  return TOLERABLE.has(problem.split(':', 1)[0] ?? '')
}
