/** Why a verdict was reached; stable, for callers to branch on. */
export type VerdictReason = keyof typeof VERDICT_REASONS

/** Every reason of a verdict and its meaning. */
export const VERDICT_REASONS = Object.freeze({
  DONE: 'The command did what was asked.',
  DONE_WITH_WARNINGS: 'The command did what was asked, with warnings.',
  NOT_MODIFIED: 'Nothing changed since the cached answer.',
  CACHE_MISSING: 'The tool says that nothing changed, but the answer that it means is not cached.',
  MORE_PAGES: 'The data is one page of several.',
  TRUNCATED: 'The data is incomplete and must not be acted on.',
  CURSOR_LOOP: 'The tool returned a cursor that was used before.',
  CURSOR_UNUSABLE: 'The tool returned a cursor that does not fit into a command line.',
  PAGE_LIMIT: 'The page limit is reached, but there are more pages.',
  MALFORMED: 'The answer breaks its contract and must not be acted on.',
  NOTHING_TO_ACT_ON: 'The answer has neither data nor an error.',
  CONTRACT_MISMATCH: 'The answer does not match what the caller expects.',
  DIALECT_CHANGED:
    'The answer is not in the dialect of the tool’s manifest; the exit code says success.',
  EXIT_ZERO:
    'The answer calls itself a failure, but the exit code is 0: the command may have done its work.',
  DIALECT_UNDECLARED:
    'Nobody declared the dialect, so nothing that the answer asks for is done. Give it with --dialect.',
  DIALECT_UNCERTAIN: 'Several dialects fit the answer and disagree on its meaning.',
  RATE_LIMITED: 'Too many calls; retry the same call later.',
  UNAVAILABLE: 'The service is unavailable; retry the same call later.',
  TRANSIENT: 'The same call may work if it is repeated.',
  IDEMPOTENT: 'The command is declared idempotent, so one more run repairs what the first left.',
  WAIT_TOO_LONG: 'The wait before a retry is longer than the caller allows.',
  DEADLINE: 'The time limit of the whole call is reached.',
  TRIES_SPENT: 'The limit of tries for this error is reached.',
  STEPS_SPENT: 'The limit of attempts for one call is reached.',
  IN_DOUBT: 'The command may have changed something, so repeating it is not safe.',
  NOT_RETRYABLE: 'The tool says that the same call cannot succeed.',
  UNKNOWN_FAILURE: 'It is unknown whether a retry can help.',
  READ_FAILED: 'The program failed; it is known to only read in this call, so nothing was changed.',
  ENVIRONMENT: 'A signal or the system ended the process; check the environment first.',
  PROGRAM_MISSING: 'The program could not be started.',
  ABORTED: 'The caller ended the run.',
  TOKEN_EXPIRED: 'The token has expired and can be refreshed.',
  TOKEN_INVALID: 'New credentials are needed.',
  CREDENTIALS_NEEDED: 'Credentials are needed.',
  PAYMENT_NEEDED: 'A payment is required first.',
  REDIRECTED: 'The command has moved.',
  REDIRECT_MISSING: 'The tool says that the command has moved, but not where to.',
  REDIRECT_UNREADABLE: 'The replacement is not a plain command line.',
  REDIRECT_ELSEWHERE: 'The replacement may be another program and was not approved.',
  REDIRECT_UNSAFE: 'The replacement may do more harm than the call and was not approved.',
  REDIRECT_LOOP: 'The replacement has already run in this call.',
  REDIRECT_LIMIT: 'The limit of redirects for one call is reached.',
  INCOMPLETE: 'The work is incomplete; another call of the tool continues it.',
  CONTINUE_UNREADABLE: 'The command that continues the work is not a plain command line.',
  CONTINUE_ELSEWHERE: 'The command that continues the work is another program.',
  CONTINUE_UNSAFE: 'The command that continues the work may do more harm than the call.',
  CONTINUE_LIMIT: 'The limit of continuations for one call is reached.',
  NO_PROGRESS: 'The work does not advance any more.',
  FIX_STATED: 'The tool says what to correct; then the call works.',
  FIX_NEEDED: 'The caller has to correct something first.',
  FIX_FAILED: 'The correction was made, but the same error came back.',
} as const)

/** What to do about an outcome. */
export type Verdict = {
  readonly reason: VerdictReason
  /** One sentence for people. */
  readonly message: string
  /** Deprecation warnings: plan to change the call. */
  readonly soft_redirects: readonly string[]
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

export function escalate(
  reason: VerdictReason,
  message?: string,
): Omit<VerdictOf<'escalate'>, 'soft_redirects'> {
  return { kind: 'escalate', reason, message: message ?? VERDICT_REASONS[reason] }
}

/** Makes the escalation that ends a call whose last verdict could not be carried out. */
export function endAfter(last: Verdict, reason: VerdictReason, message?: string): Verdict {
  return { ...escalate(reason, message), soft_redirects: last.soft_redirects }
}
