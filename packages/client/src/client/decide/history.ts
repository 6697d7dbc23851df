import type { FailureOutcome, Generation, Outcome, SuccessOutcome } from 'surety/unstable/contract'
import type { DeclaredCommand, Policy } from './policy.ts'
import type { Verdict } from './verdict.ts'

/** An earlier attempt of a call: what later decisions need to know of it. */
export interface HistoryStep {
  readonly argv: readonly string[]
  /** The error's code; null for a success. */
  readonly code: string | null
  readonly verdict: Verdict['kind']
  readonly cursor?: string
  /** How far its work got, if the answer is INCOMPLETE. */
  readonly done?: number
}

/** The attempts that led to the outcome in question. */
export interface History {
  /** The words that start the tool; what follows them are its arguments. */
  readonly program: readonly string[]
  /** The tool's own name, as it uses it in redirects. */
  readonly name: string
  /** The command line that has just run. */
  readonly argv: readonly string[]
  /** The attempts before it, oldest first. */
  readonly steps: readonly HistoryStep[]
  /** How the outcome differs from what the caller expects. */
  readonly mismatches?: readonly string[]
}

/** What is known about the tool. */
export interface Knowledge {
  /** True when there is a cached answer to the same call. */
  readonly cached: boolean
  /** True when nobody declared the dialect of the tool's own failure envelope: then only the exit table counts. */
  readonly undeclared?: boolean
  /** True when the answer is not in the dialect of the tool's manifest. */
  readonly dialectChanged?: boolean
  /** False when several dialects fit the answer and disagree. */
  readonly certain: boolean
  /** True when the program has no envelope and is known to only read in this call. */
  readonly reads?: boolean
  /** What the tool's manifest says about the command that ran. */
  readonly command?: DeclaredCommand
  /** False when `retryable` comes from a table and not from the answer; default true. */
  readonly retryableStated?: boolean
  /** The generation of the contract that the answer is in; undefined for other dialects. */
  readonly generation?: Generation
  /** How answers of this dialect tell that nothing was changed: by the exit, by `retryable`, or not at all. Default: by the exit. */
  readonly statesChanges?: 'exit' | 'retryable' | 'never'
}

export interface DecisionInput<O extends Outcome = Outcome> {
  readonly outcome: O
  readonly history: History
  readonly knowledge: Knowledge
  readonly policy: Policy
}

export type FailureInput = DecisionInput<FailureOutcome>

export type SuccessInput = DecisionInput<SuccessOutcome>

export const NO_KNOWLEDGE: Knowledge = Object.freeze({ cached: false, certain: true })

const CHANGES_NOTHING = new Set<Verdict['kind']>(['retry_after', 'escalate', 'accept', 'use_cache'])

export function triesOf(code: string, { steps }: History): number {
  const change = steps.findLastIndex(({ verdict }) => !CHANGES_NOTHING.has(verdict))
  return steps.slice(change + 1).filter((step) => step.code === code).length + 1
}

/** Counts the attempts with a verdict, or those of them with an error code. */
export function countVerdicts(history: History, kind: Verdict['kind'], code?: string): number {
  const steps = history.steps.filter((step) => step.verdict === kind)
  return code === undefined ? steps.length : steps.filter((step) => step.code === code).length
}
