import type { FailureOutcome } from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import { wasAnswered } from '../history.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../verdict.ts'

/** Refreshes an expired token once; every other lack of credentials is the caller's to mend. */
export function decideAuth({ outcome, history, policy }: Case<FailureOutcome>): Ruling | undefined {
  const { code, category, fix_command: fixCommand } = outcome.error
  if (code === 'TOKEN_EXPIRED') {
    if (
      wasAnswered(history, 'refresh_and_reissue') ||
      wasAnswered(history, 'fix_and_reissue', code)
    ) {
      return escalate(
        'TOKEN_INVALID',
        'The token is expired again right after it was refreshed; new credentials are needed.',
      )
    }
    if (policy.can.refresh) {
      return {
        kind: 'refresh_and_reissue',
        reason: 'TOKEN_EXPIRED',
        message: VERDICT_REASONS.TOKEN_EXPIRED,
      }
    }
    // The newer generation names a command that refreshes; whether it may run is the fix policy's matter.
    if (fixCommand !== undefined && policy.can.fix) return undefined
    return escalate(
      'CREDENTIALS_NEEDED',
      'The token is past its time and nobody here can refresh it.',
    )
  }
  if (code === 'TOKEN_INVALID') return escalate('TOKEN_INVALID')
  if (code === 'TOKEN_MISSING') return escalate('CREDENTIALS_NEEDED')
  if (category !== 'AUTH_REQUIRED' || fixCommand !== undefined) return undefined
  return escalate('CREDENTIALS_NEEDED', outcome.error.message)
}
