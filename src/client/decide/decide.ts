import type { FailureOutcome, Outcome, SuccessOutcome } from '../../contract/index.ts'
import type { DecisionInput } from './decision-input.ts'
import { NO_KNOWLEDGE, type History, type Knowledge } from './history.ts'
import { decideAuth } from './policies/next-call/auth.ts'
import { decideCache } from './policies/cache.ts'
import { decideContinue } from './policies/repeat/continue.ts'
import { decideCondition } from './policies/condition.ts'
import { resolveSafety } from './policies/repeat/doubt.ts'
import { decideExpectation } from './policies/expectation.ts'
import { decideFix } from './policies/next-call/fix.ts'
import { decideMalformed } from './policies/malformed.ts'
import { decidePage } from './policies/next-call/paginate.ts'
import { decideRedirect } from './policies/next-call/redirect.ts'
import { decideRerun } from './policies/repeat/rerun.ts'
import { decideRetry } from './policies/repeat/retry.ts'
import { decideTruncation } from './policies/truncation.ts'
import { limitToExitTable } from './policies/undeclared.ts'
import { softRedirects } from './policies/warnings.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { VERDICT_REASONS, type Ruling, type Verdict } from './verdict.ts'

/**
 * Decides what to do about an outcome. A pure function: the same input always gets the same verdict, and
 * every outcome gets one.
 *
 * @example
 * ```ts
 * import { decide } from 'surety/client'
 * import { fail } from 'surety/contract'
 *
 * const outcome = fail({
 *   exit: 'UNAVAILABLE',
 *   error: { code: 'API_DOWN', message: 'The API is down.' },
 * })
 * const history = { program: ['tool'], name: 'tool', argv: ['tool', 'list'], steps: [] }
 * decide(outcome, history) // { kind: 'retry_after', wait_ms: 1000, reason: 'UNAVAILABLE', … }
 * ```
 */
export function decide(
  outcome: Outcome,
  history: History,
  knowledge: Knowledge = NO_KNOWLEDGE,
  policy: Policy = DEFAULT_POLICY,
): Verdict {
  const settled = { ...policy, safety: resolveSafety(policy, knowledge) }
  const ruling = rule(outcome, history, knowledge, settled)
  return { ...ruling, soft_redirects: softRedirects(outcome.warnings) }
}

function rule(outcome: Outcome, history: History, knowledge: Knowledge, policy: Policy): Ruling {
  const present = { outcome, history, knowledge, policy }
  const first = decideExpectation(present) ?? decideMalformed(present)
  if (first !== undefined) return first
  return outcome.ok
    ? ruleSuccess({ outcome, history, knowledge, policy })
    : ruleFailure({ outcome, history, knowledge, policy })
}

function ruleSuccess(present: DecisionInput<SuccessOutcome>): Ruling {
  return (
    decideCache(present) ??
    decidePage(present) ??
    decideTruncation(present) ??
    accept(present.outcome)
  )
}

/** The order matters: cases that must not be repeated come before those that may. */
function ruleFailure(present: DecisionInput<FailureOutcome>): Ruling {
  return (
    decideContinue(present) ??
    decideRerun(present) ??
    decideCondition(present) ??
    limitToExitTable(present) ??
    decideRedirect(present) ??
    decideAuth(present) ??
    decideFix(present) ??
    decideRetry(present)
  )
}

function accept(outcome: SuccessOutcome): Ruling {
  const reason = outcome.warnings.length > 0 ? 'DONE_WITH_WARNINGS' : 'DONE'
  return { kind: 'accept', reason, message: VERDICT_REASONS[reason] }
}
