import { given } from '@surety/internal/given.ts'
import { recoveryOfExit, type Outcome } from 'surety/unstable/contract'
import {
  NO_KNOWLEDGE,
  type DecisionInput,
  type FailureInput,
  type History,
  type Knowledge,
  type SuccessInput,
} from './history.ts'
import { decideAuth, decideFix, decidePage, decideRedirect } from './policies/next-call.ts'
import { decideContinue, decideRerun, decideRetry } from './policies/repeat.ts'
import { decideCondition, decideMalformed, isInDoubt, resolveSafety } from './policies/stop.ts'
import { knownChange } from './known-change.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { because, escalate, type Ruling, type Verdict } from './verdict.ts'

/**
 * Decides what to do about an outcome. A pure function: the same input always gets the same verdict, and
 * every outcome gets one.
 *
 * @example
 * ```ts
 * import { decide } from '@surety/client'
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
  const known = { history, knowledge, policy: settled }
  const ruling = rule(outcome, known)
  const soft_redirects = outcome.warnings.filter((warning) => DEPRECATION.test(warning))
  const said_by = outcome.ok ? undefined : knownChange({ outcome, ...known }).said_by
  return { ...ruling, soft_redirects, ...given({ said_by }) }
}

function rule(outcome: Outcome, known: Omit<DecisionInput, 'outcome'>): Ruling {
  const present = { outcome, ...known }
  const first = decideExpectation(present) ?? decideMalformed(present)
  if (first !== undefined) return first
  return outcome.ok ? ruleSuccess({ outcome, ...known }) : ruleFailure({ outcome, ...known })
}

function ruleSuccess(present: SuccessInput): Ruling {
  const { outcome } = present
  const done = outcome.warnings.length > 0 ? 'DONE_WITH_WARNINGS' : 'DONE'
  return (
    decideCache(present) ??
    decidePage(present) ??
    decideTruncation(present) ??
    because(done, { kind: 'accept' })
  )
}

/** The order matters: cases that must not be repeated come before those that may. */
function ruleFailure(present: FailureInput): Ruling {
  const ruling = ruleKnownFailure(present)
  const isAgain = REPEATS.has(ruling.kind) && !isCorrected(ruling)
  return isAgain && isInDoubt(present) ? escalate('IN_DOUBT') : ruling
}

/** Verdicts that run the call again. */
const REPEATS: ReadonlySet<Verdict['kind']> = new Set([
  'retry_after',
  'refresh_and_reissue',
  'fix_and_reissue',
])

/** The caller changes the words, so the same call is not made again; or the manifest says that it may be. */
function isCorrected(ruling: Ruling): boolean {
  const isChanged = ruling.kind === 'fix_and_reissue' && ruling.command === null
  return isChanged || ruling.reason === 'IDEMPOTENT'
}

function ruleKnownFailure(present: FailureInput): Ruling {
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

function decideExpectation({ history }: DecisionInput): Ruling | undefined {
  const mismatches = history.mismatches ?? []
  if (mismatches.length === 0) return undefined
  const message = `The answer does not match the expectation: ${mismatches.join('; ')}.`
  return escalate('CONTRACT_MISMATCH', message)
}

function decideCache({ outcome, knowledge }: SuccessInput): Ruling | undefined {
  if (outcome.meta.not_modified !== true) return undefined
  if (!knowledge.cached) return escalate('CACHE_MISSING')
  return because('NOT_MODIFIED', { kind: 'use_cache' })
}

function decideTruncation({ outcome }: SuccessInput): Ruling | undefined {
  if (outcome.meta.truncated !== true) return undefined
  return escalate(
    'TRUNCATED',
    typeof outcome.meta.cursor === 'string'
      ? 'The data is one page of several; fetch all pages before acting on it.'
      : 'The data was cut; narrow the query before acting on it.',
  )
}

/** Without a declared dialect, only exits that the table itself calls repeatable are repeated. */
function limitToExitTable({ outcome, knowledge }: FailureInput): Ruling | undefined {
  if (knowledge.undeclared !== true) return undefined
  const { category, message } = outcome.error
  if (recoveryOfExit(category) === 'identical') return undefined
  const isSettled = category === 'NOT_FOUND' || category === 'CONFLICT'
  return isSettled ? escalate('NOT_RETRYABLE', message) : escalate('DIALECT_UNDECLARED')
}

const DEPRECATION =
  /\bdeprecat|\bwill be (?:removed|dropped|discontinued|retired)\b|\bno longer (?:be )?supported\b|\bobsolete|\bend[- ]of[- ]life\b|\bsunset(?:ting)?\b/i
