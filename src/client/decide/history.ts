import type { DeclaredCommand } from './policy.ts'
import type { Verdict } from './verdict.ts'

/** One earlier attempt of a call, as far as later decisions depend on it. */
export interface HistoryStep {
  readonly argv: readonly string[]
  /** The error's code; null for a success. */
  readonly code: string | null
  /** What was done about it. */
  readonly verdict: Verdict['kind']
  /** The cursor that its answer handed out, if any. */
  readonly cursor?: string
}

/** How a call came to the outcome that is to be decided on. */
export interface History {
  /** The words that start the tool; what follows them are its arguments. */
  readonly program: readonly string[]
  /** The name that the tool calls itself by in redirects. */
  readonly name: string
  /** The command line that has just run. */
  readonly argv: readonly string[]
  /** The attempts before it, oldest first. */
  readonly steps: readonly HistoryStep[]
  /** What the outcome lacks of what the caller demands. */
  readonly mismatches?: readonly string[]
}

/** What is known about the tool from before. */
export interface Knowledge {
  /** True when an earlier answer to the same call is at hand. */
  readonly cached: boolean
  /** False when the answer reads differently in several dialects that fit it. */
  readonly certain: boolean
  /** What the tool's manifest says about the command that ran. */
  readonly command?: DeclaredCommand
  /** False when the answer does not say `retryable` itself and a table filled it in; default true. */
  readonly retryableStated?: boolean
}

/** What is known about a tool that was never met. */
export const NO_KNOWLEDGE: Knowledge = Object.freeze({ cached: false, certain: true })

const CHANGES: ReadonlySet<Verdict['kind']> = new Set([
  'fix_and_reissue',
  'refresh_and_reissue',
  'follow_redirect',
  'next_page',
])

/** Counts the tries that ended in a code since the state last changed, the present one included. */
export function triesOf(code: string, history: History): number {
  let tries = 1
  for (const step of history.steps.toReversed()) {
    if (CHANGES.has(step.verdict)) break
    if (step.code === code) tries += 1
  }
  return tries
}

/** Tests whether an earlier attempt with this code was already answered in one way. */
export function wasAnswered(history: History, kind: Verdict['kind'], code?: string): boolean {
  return history.steps.some(
    (step) => step.verdict === kind && (code === undefined || step.code === code),
  )
}

/** Counts the attempts that were answered in one way. */
export function countOf(history: History, kind: Verdict['kind']): number {
  return history.steps.filter((step) => step.verdict === kind).length
}
