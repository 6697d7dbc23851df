import type { Outcome } from '../../contract/index.ts'
import type { RunResult } from '../result.ts'
import type { Verdict } from '../decide/verdict.ts'

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
