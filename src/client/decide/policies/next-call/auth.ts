import type { FailureOutcome } from '../../../../contract/index.ts'
import type { DecisionInput } from '../../decision-input.ts'
import { hadVerdict } from '../../history.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../../verdict.ts'

/** Refreshes an expired token once; any other problem with credentials is left to the caller. */
export function decideAuth({
  outcome,
  history,
  policy,
}: DecisionInput<FailureOutcome>): Ruling | undefined {
  const { code, category, fix_command: fixCommand } = outcome.error
  if (code === 'TOKEN_EXPIRED') {
    if (
      hadVerdict(history, 'refresh_and_reissue') ||
      hadVerdict(history, 'fix_and_reissue', code)
    ) {
      return escalate(
        'TOKEN_INVALID',
        'The token expired again right after it was refreshed; new credentials are needed.',
      )
    }
    if (policy.can.refresh) {
      return {
        kind: 'refresh_and_reissue',
        reason: 'TOKEN_EXPIRED',
        message: VERDICT_REASONS.TOKEN_EXPIRED,
      }
    }
    // Spec 1.6 names a command that refreshes; the fix policy decides whether it may run.
    if (fixCommand !== undefined && policy.can.fix) return undefined
    return escalate('CREDENTIALS_NEEDED', 'The token has expired and the caller cannot refresh it.')
  }
  if (code === 'TOKEN_INVALID') return escalate('TOKEN_INVALID')
  if (code === 'TOKEN_MISSING') return escalate('CREDENTIALS_NEEDED')
  if (category !== 'AUTH_REQUIRED' || fixCommand !== undefined) return undefined
  return escalate('CREDENTIALS_NEEDED', outcome.error.message)
}
