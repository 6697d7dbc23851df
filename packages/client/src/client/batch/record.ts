import type { Invocation } from './invocation.ts'
import { escalate, type Verdict, type VerdictReason } from '../decide/verdict.ts'
import { orphansOf } from '../process/orphans.ts'
import type { RunResult } from '../result.ts'
import { fail, succeed, type JsonValue, type Outcome } from 'surety/unstable/contract'

/** The result of one call of a batch. */
export interface BatchRecord {
  /** The place in the batch, counted from 0. */
  readonly index: number
  readonly id: string | null
  readonly argv: readonly string[]
  readonly outcome: Outcome
  readonly verdict: Verdict
  readonly attempts: number
  readonly anomalies: RunResult['anomalies']
  readonly duration_ms: number
  readonly waited_ms: number
  /** True if an earlier run of the batch finished it. */
  readonly resumed: boolean
  /** True if nobody saw its end and the outcome was entered by hand. */
  readonly settled?: true
}

/** Tests whether a call ended without telling whether it changed something, and nobody has said so since. */
export function isEndInDoubt({ outcome, verdict, settled }: BatchRecord): boolean {
  return !outcome.ok && verdict.reason === 'IN_DOUBT' && settled !== true
}

export function blankRecord(index: number, invocation: Invocation) {
  const { id = null, argv } = invocation
  const nothing = { attempts: 0, anomalies: [], duration_ms: 0, waited_ms: 0, resumed: false }
  return { index, id, argv, ...nothing }
}

function failedRecord(
  index: number,
  invocation: Invocation,
  reason: VerdictReason,
  failure: Parameters<typeof fail>[0],
): BatchRecord {
  const verdict = { ...escalate(reason, failure.error.message), soft_redirects: [] }
  return { ...blankRecord(index, invocation), outcome: fail(failure), verdict }
}

export function unreadableRecord(index: number, line: number, why: string): BatchRecord {
  const message = `Line ${line} cannot be run: ${why}.`
  const error = { code: 'INVOCATION_INVALID', message, phase: 'validation' } as const
  return failedRecord(index, { argv: [] }, 'FIX_NEEDED', { exit: 'ARG_ERROR', error })
}

export function doubtRecord(index: number, invocation: Invocation, call: string | null) {
  const pids = call === null ? [] : orphansOf(call)
  const alive = pids.length === 0 ? '' : ` Its processes are still alive: ${pids.join(', ')}.`
  const message = `An earlier run started this call, and its end was not seen. Find out whether it happened before you run it again.${alive}`
  const error = {
    code: 'CALL_IN_DOUBT',
    message,
    retryable: false,
    synthesised: true,
    ...(pids.length > 0 && { details: { pids } }),
  } as const
  return failedRecord(index, invocation, 'IN_DOUBT', { exit: 'PARTIAL_FAILURE', error })
}

type Why = Readonly<Record<'code' | 'message', string>>

export function unstartedRecord(index: number, invocation: Invocation, why: Why): BatchRecord {
  const error = { ...why, retryable: false, phase: 'validation' } as const
  return failedRecord(index, invocation, 'NOT_RETRYABLE', { exit: 'PRECONDITION', error })
}

export interface Settlement {
  readonly as: 'done' | 'failed'
  readonly data?: JsonValue
}

const SETTLED = 'Somebody looked at what the call did and settled it by hand.'

export function settledRecord(index: number, invocation: Invocation, how: Settlement): BatchRecord {
  const { as, data = null } = how
  const error = { code: 'SETTLED_AS_FAILED', message: SETTLED, retryable: false }
  const failure = { exit: 'GENERAL_ERROR', data, error } as const
  const failed = failedRecord(index, invocation, 'NOT_RETRYABLE', failure)
  if (as === 'failed') return { ...failed, settled: true }
  const done = { kind: 'accept', reason: 'DONE', message: SETTLED, soft_redirects: [] } as const
  return { ...failed, settled: true, outcome: succeed({ data }), verdict: done }
}
