import type { FailureOutcome } from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import { parseCommandLine, sameWords } from '../../call/command-line.ts'
import { countOf } from '../history.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Follows a moved command verbatim: same tool, no loop, not for ever. */
export function decideRedirect({
  outcome,
  history,
  policy,
}: Case<FailureOutcome>): Ruling | undefined {
  // The member means nothing with any other exit.
  if (outcome.error.category !== 'REDIRECTED') return undefined
  const { redirect } = outcome.error
  if (redirect === undefined) return escalate('REDIRECT_MISSING')
  const target = parseCommandLine(redirect.command, history)
  if (target === undefined) return escalate('REDIRECT_UNREADABLE')
  if (target.elsewhere && !policy.can.approveRedirect) {
    return escalate(
      'REDIRECT_ELSEWHERE',
      `The replacement '${redirect.command}' is another program.`,
    )
  }
  const seen = [history.argv, ...history.steps.map((step) => step.argv)]
  if (seen.some((argv) => sameWords(argv, target.argv))) return escalate('REDIRECT_LOOP')
  if (countOf(history, 'follow_redirect') >= policy.maxRedirects) return escalate('REDIRECT_LIMIT')
  return {
    kind: 'follow_redirect',
    command: redirect.command,
    permanent: redirect.permanent === true,
    elsewhere: target.elsewhere,
    reason: 'REDIRECTED',
    message: `The command is now '${redirect.command}'.`,
  }
}
