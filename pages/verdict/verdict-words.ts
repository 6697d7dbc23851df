import type { Next } from '../../packages/cli/src/cli/commands/inspect/views.ts'

/** What a page knows of a finished call; a row of the journal has less of it than a call that was made here. */
export interface Judged {
  readonly ok: boolean
  readonly verdict: { readonly kind: string; readonly reason: string; readonly message: string }
  readonly code: string | null
  readonly message: string | null
  readonly next: Next
  /** Whether it may run again without harm; null if nobody knows what ran. */
  readonly repeat: { readonly safe: boolean; readonly why: string } | null
  /** What the answer itself suggests. */
  readonly hints?: readonly { readonly text: string }[]
}

/** How a call ended, for the eye. */
export type Tone = 'good' | 'careful' | 'bad' | 'wait'

/** A verdict in words: what happened, whether the call may be repeated, what comes next. */
export interface VerdictWords {
  readonly tone: Tone
  readonly sign: string
  readonly title: string
  readonly happened: string
  readonly repeat: string
  readonly next: string
}

export const SIGNS: Readonly<Record<Tone, string>> = {
  good: '✓',
  careful: '!',
  bad: '✕',
  wait: '↻',
}

const WAITING = new Set(['retry_after', 'refresh_and_reissue'])
/** Failures after which nobody knows what was done. */
const DOUBTFUL = new Set(['IN_DOUBT', 'EXIT_ZERO'])

/** Tells how a call ended, for its colour and sign. */
export function toneOf(ok: boolean, kind: string | null, reason: string | null): Tone {
  if (WAITING.has(kind ?? '')) return 'wait'
  if (ok) return reason === 'DONE' || reason === 'NOT_MODIFIED' ? 'good' : 'careful'
  return DOUBTFUL.has(reason ?? '') ? 'careful' : 'bad'
}

/** Puts a verdict into words. */
export function verdictWords(judged: Judged): VerdictWords {
  const { ok, verdict, code, message } = judged
  const tone = toneOf(ok, verdict.kind, verdict.reason)
  const said = message ?? verdict.message
  return {
    tone,
    sign: SIGNS[tone],
    title: titleOf(ok, verdict),
    happened: code === null ? said : `${code}: ${said}`,
    repeat: repeatWords(judged),
    next: nextWords(judged),
  }
}

const TITLES: Readonly<Record<string, string>> = {
  DONE: 'It worked.',
  DONE_WITH_WARNINGS: 'It worked, with a warning.',
  NOT_MODIFIED: 'Nothing has changed since the last answer.',
  MORE_PAGES: 'It worked, and there is more.',
  TRUNCATED: 'The answer is incomplete.',
  PAGE_LIMIT: 'It worked, and there is more.',
  PAGE_UNSAFE: 'It worked, and there is more.',
  IN_DOUBT: 'It may or may not have happened.',
  EXIT_ZERO: 'It calls itself a failure, and may have worked.',
  PART_FAILED: 'A part of the line failed.',
  PROGRAM_MISSING: 'The program could not be started.',
  ABORTED: 'It was stopped.',
  INCOMPLETE: 'It is not finished.',
  MALFORMED: 'The answer cannot be trusted.',
  CONTRACT_MISMATCH: 'The answer cannot be trusted.',
  REDIRECTED: 'The command has moved.',
}

const KIND_TITLES: Readonly<Record<string, string>> = {
  retry_after: 'It failed for now.',
  refresh_and_reissue: 'It needs fresh credentials.',
  fix_and_reissue: 'It failed, and says what to correct.',
  follow_redirect: 'The command has moved.',
  continue_work: 'It is not finished.',
}

function titleOf(ok: boolean, { kind, reason }: Judged['verdict']): string {
  const usual = ok ? 'It worked, but look before you rely on it.' : 'It failed.'
  return KIND_TITLES[kind] ?? TITLES[reason] ?? usual
}

function repeatWords({ ok, verdict: { kind, reason }, next, repeat }: Judged): string {
  if (kind === 'retry_after') return `Yes, after ${waitText(next.wait_ms ?? 0)}.`
  if (DOUBTFUL.has(reason)) return 'Not yet: first find out whether it happened.'
  if (reason === 'READ_FAILED') return 'Yes: it only reads. The same call will probably fail again.'
  if (kind === 'refresh_and_reissue') return 'Yes, with fresh credentials.'
  if (kind === 'follow_redirect') return 'No: use the new command from now on.'
  if (kind === 'fix_and_reissue' || /^(?:FIX|NOT_RETRYABLE|PROGRAM)/.test(reason))
    return 'Not as it is: the same call fails again.'
  if (repeat?.safe)
    return ok ? `Yes. ${repeat.why}` : `Yes, but it will probably fail again. ${repeat.why}`
  if (ok) return `Only if it should happen again. ${repeat?.why ?? ''}`.trim()
  return repeat === null ? 'Only if it is known to read.' : `Be careful. ${repeat.why}`
}

function nextWords({ ok, verdict, next, hints: [hint] = [] }: Judged): string {
  const { kind, reason } = verdict
  const named = next.command === null ? '' : ` ${next.command}`
  if (next.settles !== null) return `Find out with: ${next.settles}`
  switch (kind) {
    case 'accept':
      return reason === 'DONE' ? 'Use the answer.' : 'Read the warning, then use the answer.'
    case 'use_cache':
      return 'Use the answer that you have.'
    case 'retry_after':
      return `Wait ${waitText(next.wait_ms ?? 0)}, then make the same call.`
    case 'refresh_and_reissue':
      return 'Refresh the credentials, then make the same call.'
    case 'fix_and_reissue':
      return next.command === null ? 'Correct the call, then make it again.' : `First run:${named}`
    case 'follow_redirect':
      return `Run instead:${named}`
    case 'next_page':
      return 'Fetch the next page.'
    case 'continue_work':
      return `Go on with:${named}`
    default:
      if (ok || reason === 'ABORTED') return verdict.message
      return hint === undefined ? 'Stop, and let a person decide.' : hint.text
  }
}

/** Writes a wait in the largest unit that people count it in. */
export function waitText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 100) / 10
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
