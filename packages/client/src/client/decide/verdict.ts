import reasons from './reasons.json' with { type: 'json' }

/** Why a verdict was reached; stable, for callers to branch on. */
export type VerdictReason = keyof typeof reasons

/** Every reason of a verdict and its meaning. */
export const VERDICT_REASONS: Readonly<Record<VerdictReason, string>> = Object.freeze(reasons)

/** Who told whether something was changed: an exit of the spec, the answer, a declaration, a manifest or a description. */
export type ChangeSource = 'exit' | 'answer' | 'caller' | 'manifest' | 'description'

/** What to do about an outcome. */
export type Verdict = {
  readonly reason: VerdictReason
  /** One sentence for people. */
  readonly message: string
  /** Deprecation warnings: plan to change the call. */
  readonly soft_redirects: readonly string[]
  /** The read that tells whether the change happened, if that is in doubt and one is known. */
  readonly settles?: string
  /** Who said what a failed call changed; absent if nobody did. */
  readonly said_by?: ChangeSource
} &
  /** Use the data. */
  (
    | { readonly kind: 'accept' }
    /** Use the cached answer. */
    | { readonly kind: 'use_cache' }
    /** Repeat the call after a wait. */
    | { readonly kind: 'retry_after'; readonly wait_ms: number }
    /** Make a correction with the tool's own command, verbatim, or null to change the arguments; then repeat. */
    | { readonly kind: 'fix_and_reissue'; readonly command: string | null }
    /** Refresh the credentials, then repeat the call at once. */
    | { readonly kind: 'refresh_and_reissue' }
    /** Run the replacement, verbatim. */
    | {
        readonly kind: 'follow_redirect'
        readonly command: string
        /** True: record it before it runs, and use it from now on. */
        readonly permanent: boolean
        /** True: it is another program, so the caller has to approve. */
        readonly elsewhere: boolean
      }
    /** Fetch the next page of the same call. */
    | { readonly kind: 'next_page'; readonly cursor: string }
    /** Run the tool's command that continues its incomplete work, verbatim. */
    | { readonly kind: 'continue_work'; readonly command: string }
    /** Stop: the caller has to decide. */
    | { readonly kind: 'escalate' }
  )

export type VerdictOf<Kind extends Verdict['kind']> = Extract<Verdict, { readonly kind: Kind }>

/** A verdict before its soft redirects are known. */
export type Ruling = Verdict extends infer V
  ? V extends Verdict
    ? Omit<V, 'soft_redirects'>
    : never
  : never

export function escalate(reason: VerdictReason, message = VERDICT_REASONS[reason]) {
  return { kind: 'escalate' as const, reason, message }
}

/** Rules with the usual words for the reason. */
export function because<Move extends Pick<Verdict, 'kind'>>(reason: VerdictReason, move: Move) {
  return { ...move, reason, message: VERDICT_REASONS[reason] }
}

/** Makes the escalation that ends a call whose last verdict could not be carried out. */
export function endAfter(last: Verdict, reason: VerdictReason, message?: string): Verdict {
  return { ...escalate(reason, message), soft_redirects: last.soft_redirects }
}
