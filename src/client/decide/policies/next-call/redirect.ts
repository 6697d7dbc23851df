import type { FailureOutcome } from '../../../../contract/index.ts'
import type { DecisionInput } from '../../decision-input.ts'
import { parseCommandLine, sameWords } from '../../../call/redirect/command-line.ts'
import { countVerdicts } from '../../history.ts'
import { escalate, type Ruling } from '../../verdict.ts'

/** Follows a moved command, verbatim: only to the same tool or after approval, without loops, up to a limit. */
export function decideRedirect({
  outcome,
  history,
  policy,
}: DecisionInput<FailureOutcome>): Ruling | undefined {
  // Other exits do not use this member.
  if (outcome.error.category !== 'REDIRECTED') return undefined
  const { redirect } = outcome.error
  if (redirect === undefined) return escalate('REDIRECT_MISSING')
  const target = parseCommandLine(redirect.command, history)
  if (target === undefined) return escalate('REDIRECT_UNREADABLE')
  if (target.elsewhere && !policy.can.approveRedirect) {
    return escalate(
      'REDIRECT_ELSEWHERE',
      `The replacement '${redirect.command}' is another program, or runs others.`,
    )
  }
  const seen = [history.argv, ...history.steps.map((step) => step.argv)]
  if (seen.some((argv) => sameWords(argv, target.argv))) return escalate('REDIRECT_LOOP')
  if (countVerdicts(history, 'follow_redirect') >= policy.maxRedirects)
    return escalate('REDIRECT_LIMIT')
  return {
    kind: 'follow_redirect',
    command: redirect.command,
    permanent: redirect.permanent === true,
    elsewhere: target.elsewhere,
    reason: 'REDIRECTED',
    message: `The command is now '${redirect.command}'.`,
  }
}
