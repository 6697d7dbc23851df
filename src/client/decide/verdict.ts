/** Why a verdict was reached; stable, for callers to branch on. */
export type VerdictReason = keyof typeof VERDICT_REASONS

/** Every reason that a verdict can have, with what it means. */
export const VERDICT_REASONS = Object.freeze({
  DONE: 'The command did what was asked.',
  DONE_WITH_WARNINGS: 'The command did what was asked and has something to say.',
  NOT_MODIFIED: 'Nothing changed since the cached answer.',
  CACHE_MISSING: 'The tool says that nothing changed, and no earlier answer is at hand.',
  MORE_PAGES: 'The data is one page of several.',
  TRUNCATED: 'The data is incomplete and must not be acted on.',
  CURSOR_LOOP: 'The tool hands out a cursor that was used before.',
  CURSOR_UNUSABLE: 'The tool hands out a cursor that no command line can carry.',
  PAGE_LIMIT: 'The limit of pages is reached and there are more.',
  MALFORMED: 'The answer breaks its contract and must not be acted on.',
  NOTHING_TO_ACT_ON: 'Neither data nor an error was given.',
  CONTRACT_MISMATCH: 'The answer is not what the caller demands.',
  DIALECT_UNCERTAIN: 'The answer reads differently in dialects that all fit it.',
  RATE_LIMITED: 'Too many calls; the same call works later.',
  UNAVAILABLE: 'The service is away for now; the same call works later.',
  TRANSIENT: 'The same call, unchanged, may work.',
  WAIT_TOO_LONG: 'The tool asks for a longer wait than the caller allows.',
  TRIES_SPENT: 'This error came back as often as it may without a change of state.',
  STEPS_SPENT: 'The call took as many attempts as it may.',
  IN_DOUBT: 'Something may have been changed already, so running it again could repeat it.',
  NOT_RETRYABLE: 'The tool says that the same call cannot succeed.',
  UNKNOWN_FAILURE: 'Nobody says whether another try can help.',
  ENVIRONMENT: 'A signal or the system ended it; look at the environment first.',
  PROGRAM_MISSING: 'The program could not be started.',
  ABORTED: 'The caller ended the run.',
  TOKEN_EXPIRED: 'The token is past its time and can be refreshed.',
  TOKEN_INVALID: 'New credentials are needed.',
  CREDENTIALS_NEEDED: 'Credentials are needed.',
  PAYMENT_NEEDED: 'A payment has to be made first.',
  REDIRECTED: 'The command has moved.',
  REDIRECT_MISSING: 'The tool says that the command moved, and not where to.',
  REDIRECT_UNREADABLE: 'The replacement cannot be read as one plain command line.',
  REDIRECT_ELSEWHERE: 'The replacement is another program, which nobody approved.',
  REDIRECT_LOOP: 'The replacement was run before in this call.',
  REDIRECT_LIMIT: 'One replacement after the other; that was the last.',
  FIX_STATED: 'The tool says what to correct, and the call works after it.',
  FIX_NEEDED: 'Something has to be corrected that only the caller can correct.',
  FIX_FAILED: 'The stated correction was made and the same error came back.',
} as const)

interface Base {
  readonly reason: VerdictReason
  /** One sentence for people. */
  readonly message: string
  /** Warnings that announce the end of what was called: plan to change the call. */
  readonly soft_redirects: readonly string[]
}

/** The data may be acted on. */
export interface Accept extends Base {
  readonly kind: 'accept'
}
/** The earlier answer still holds. */
export interface UseCache extends Base {
  readonly kind: 'use_cache'
}
/** The same call again, after a wait. */
export interface RetryAfter extends Base {
  readonly kind: 'retry_after'
  readonly wait_ms: number
}
/** A correction first, then the call once more, at once. */
export interface FixAndReissue extends Base {
  readonly kind: 'fix_and_reissue'
  /** The tool's own command for it, verbatim; null: the caller changes the arguments. */
  readonly command: string | null
}
/** New credentials first, then the call once more, at once. */
export interface RefreshAndReissue extends Base {
  readonly kind: 'refresh_and_reissue'
}
/** The replacement, verbatim. */
export interface FollowRedirect extends Base {
  readonly kind: 'follow_redirect'
  readonly command: string
  /** True: record it before running it, and use it from now on. */
  readonly permanent: boolean
  /** True: it is another program, and the caller has to approve. */
  readonly elsewhere: boolean
}
/** The next page of the same call. */
export interface NextPage extends Base {
  readonly kind: 'next_page'
  readonly cursor: string
}
/** Nothing more to do here: whoever asked has to decide. */
export interface Escalate extends Base {
  readonly kind: 'escalate'
}

/** What to do about an outcome. */
export type Verdict =
  | Accept
  | UseCache
  | RetryAfter
  | FixAndReissue
  | RefreshAndReissue
  | FollowRedirect
  | NextPage
  | Escalate

/** A verdict before its soft redirects are known. */
export type Ruling = Verdict extends infer V
  ? V extends Verdict
    ? Omit<V, 'soft_redirects'>
    : never
  : never

/** Makes an escalation. */
export function escalate(
  reason: VerdictReason,
  message?: string,
): Omit<Escalate, 'soft_redirects'> {
  return { kind: 'escalate', reason, message: message ?? VERDICT_REASONS[reason] }
}
