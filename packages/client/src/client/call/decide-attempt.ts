import { isDeepStrictEqual } from 'node:util'

import { traitsOf } from 'surety/unstable/dialects'
import { given } from '@surety/internal/given.ts'
import { decide } from '../decide/decide.ts'
import type { History, Knowledge } from '../decide/history.ts'
import type { DeclaredCommand, Policy } from '../decide/policy.ts'
import type { Verdict } from '../decide/verdict.ts'
import type { Anomaly } from '../result.ts'
import type { Settings } from '../settings.ts'
import type { Attempted } from './attempt.ts'
import { hasFlag } from './injected-flags.ts'

export interface AttemptDecision {
  readonly history: History
  readonly call: readonly string[]
  readonly settings: Settings
  readonly dialectChanged: boolean
  readonly isCached: boolean
  readonly note: (code: Anomaly['code'], message: string) => void
}

/** Decides what follows from an attempt. If all dialects that fit lead to the same verdict, any of them will do. */
export function decideAttempt(
  { reading, command, reads }: Attempted,
  { history, call, settings, dialectChanged, isCached, note }: AttemptDecision,
): Verdict {
  const policy = policyFor(settings, call, command)
  if (policy.safety === 'safe' && command?.danger === 'destructive') {
    const message = `The call is declared safe, but the manifest calls ${command.path} destructive.`
    note('SAFETY_DISPUTED', message)
  }
  const knowledge: Knowledge = {
    cached: isCached,
    certain: true,
    retryableStated: reading.retryableStated,
    undeclared: reading.source === 'own_failure',
    dialectChanged,
    reads: reads && (reading.dialect === null || reading.outcome.ok),
    ...given({ command }),
  }
  const verdicts = [reading.outcome, ...reading.alternatives].map((outcome, index) => {
    const dialect = reading.candidates[index]
    return decide(outcome, history, { ...knowledge, ...knownOfDialect(dialect) }, policy)
  })
  const verdict = verdicts.reduce(laterOf)
  if (verdicts.every((other) => isSameMove(other, verdict))) return verdict
  const all = reading.candidates.join(' and ')
  note('DIALECT_AMBIGUOUS', `The answer fits ${all}, which disagree on what to do.`)
  return decide(reading.outcome, history, { ...knowledge, certain: false }, policy)
}

/** An exit of the spec tells whether something was changed; of other dialects the document does, or nobody. */
function knownOfDialect(dialect: string | undefined): Partial<Knowledge> {
  if (dialect === undefined) return {}
  const { generation, retryableIsSafe } = traitsOf(dialect)
  if (generation !== undefined) return { generation }
  return { statesChanges: retryableIsSafe === true ? 'retryable' : 'never' }
}

/** A key makes a call safe to repeat, unless a redirect dropped it or the command does not list it. */
function policyFor(
  { resolvedPolicy, key, idempotencyFlag }: Settings,
  argv: readonly string[],
  command: DeclaredCommand | undefined,
): Policy {
  const isAccepted = command?.flags.includes(idempotencyFlag.replace(/^-+/, '')) ?? true
  const isKeyed = key !== undefined && isAccepted && hasFlag(argv, idempotencyFlag)
  if (!isKeyed || resolvedPolicy.safety !== 'unknown') return resolvedPolicy
  return { ...resolvedPolicy, safety: 'idempotent' }
}

/** Of two waits the longer one satisfies both readings. */
function laterOf(one: Verdict, other: Verdict): Verdict {
  const isLater =
    one.kind === 'retry_after' && other.kind === 'retry_after' && other.wait_ms > one.wait_ms
  return isLater ? other : one
}

function isSameMove(one: Verdict, other: Verdict): boolean {
  const alike = { message: '', wait_ms: 0 }
  return isDeepStrictEqual({ ...one, ...alike }, { ...other, ...alike })
}
