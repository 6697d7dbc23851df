import {
  fail,
  succeed,
  type JsonValue,
  type Outcome,
  type OutcomeErrorInput,
  type OutcomeMeta,
} from '../contract/index.ts'
import type { History, HistoryStep, Knowledge } from './history.ts'
import type { PolicyInput } from './policy.ts'
import type { Verdict } from './verdict.ts'

/** A situation and the verdict that it must get; the table in the docs is made of these. */
export interface DecisionCase {
  readonly group: string
  readonly situation: string
  readonly outcome: Outcome
  readonly steps?: readonly HistoryStep[]
  readonly mismatches?: readonly string[]
  readonly knowledge?: Partial<Knowledge>
  readonly policy?: PolicyInput
  readonly expected: Pick<Verdict, 'kind' | 'reason'> & { readonly wait_ms?: number }
}

/** The call that all cases speak of. */
export const CALL: History = {
  program: ['tool'],
  name: 'tool',
  argv: ['tool', 'users', 'add', '--name', 'alice'],
  steps: [],
}

function ok(data: JsonValue, meta: OutcomeMeta = {}, warnings: readonly string[] = []): Outcome {
  return succeed({ data, meta, warnings })
}

function read(outcome: Outcome, problems: readonly string[]): Outcome {
  const diagnostics = { malformed: problems.length > 0, problems, other_documents: [] }
  return { ...outcome, diagnostics, process: { exit_code: outcome.ok ? 0 : 1, stream: 'stdout' } }
}

function failed(exit: string, error: Partial<OutcomeErrorInput> = {}, number?: number): Outcome {
  return fail({
    exit,
    error: { code: exit, message: 'It failed.', ...error },
    ...(number !== undefined && { process: { exit_code: number, stream: 'stdout' as const } }),
  })
}

function step(
  code: string | null,
  verdict: Verdict['kind'],
  more: Partial<HistoryStep> = {},
): HistoryStep {
  return { argv: CALL.argv, code, verdict, ...more }
}

function redirect(command: string, permanent = true): Partial<OutcomeErrorInput> {
  return { redirect: { command, permanent } }
}

const yes = { refresh: true, fix: true, changeArguments: true, approveRedirect: true }

/** Every rule of the contract as a case. */
export const DECISION_CASES: readonly DecisionCase[] = [
  {
    group: 'Success',
    situation: 'data and nothing else',
    outcome: ok({ id: 1 }),
    expected: { kind: 'accept', reason: 'DONE' },
  },
  {
    group: 'Success',
    situation: 'data with warnings',
    outcome: ok({ id: 1 }, {}, ['disk nearly full']),
    expected: { kind: 'accept', reason: 'DONE_WITH_WARNINGS' },
  },
  {
    group: 'Success',
    situation: 'a warning that announces removal (also a soft redirect in the report)',
    outcome: ok({ id: 1 }, {}, ['--fast is deprecated']),
    expected: { kind: 'accept', reason: 'DONE_WITH_WARNINGS' },
  },
  {
    group: 'Success',
    situation: '`not_modified` with the earlier answer at hand',
    outcome: ok(null, { not_modified: true }),
    knowledge: { cached: true },
    expected: { kind: 'use_cache', reason: 'NOT_MODIFIED' },
  },
  {
    group: 'Success',
    situation: '`not_modified` without an earlier answer',
    outcome: ok(null, { not_modified: true }),
    expected: { kind: 'escalate', reason: 'CACHE_MISSING' },
  },
  {
    group: 'Success',
    situation: '`truncated` without a cursor',
    outcome: ok([1], { truncated: true }),
    expected: { kind: 'escalate', reason: 'TRUNCATED' },
  },
  {
    group: 'Success',
    situation: '`truncated` with a cursor, paging off',
    outcome: ok([1], { truncated: true, cursor: 'b' }),
    expected: { kind: 'escalate', reason: 'TRUNCATED' },
  },
  {
    group: 'Success',
    situation: 'a cursor, paging on',
    outcome: ok([1], { truncated: true, cursor: 'b' }),
    policy: { maxPages: 10 },
    expected: { kind: 'next_page', reason: 'MORE_PAGES' },
  },
  {
    group: 'Success',
    situation: 'a cursor that was handed out before',
    outcome: ok([1], { truncated: true, cursor: 'b' }),
    steps: [step(null, 'next_page', { cursor: 'b' })],
    policy: { maxPages: 10 },
    expected: { kind: 'escalate', reason: 'CURSOR_LOOP' },
  },
  {
    group: 'Success',
    situation: 'a cursor on the last page that is allowed',
    outcome: ok([1], { truncated: true, cursor: 'c' }),
    steps: [step(null, 'next_page', { cursor: 'b' })],
    policy: { maxPages: 2 },
    expected: { kind: 'escalate', reason: 'PAGE_LIMIT' },
  },
  {
    group: 'Answers that break their contract',
    situation: 'exit 0 and `ok: false`: the exit code decides',
    outcome: read(ok({ id: 1 }), ['ok_contradicts_exit: ok is false and the exit code 0']),
    expected: { kind: 'accept', reason: 'DONE' },
  },
  {
    group: 'Answers that break their contract',
    situation: '`warnings` absent: none',
    outcome: read(ok({ id: 1 }), ['warnings_missing: the key is absent']),
    expected: { kind: 'accept', reason: 'DONE' },
  },
  {
    group: 'Answers that break their contract',
    situation: 'exit not 0 and `ok: true`: a failure, and its error is looked at',
    outcome: read(failed('UNAVAILABLE'), ['ok_contradicts_exit: ok is true and the exit code 12']),
    expected: { kind: 'retry_after', reason: 'UNAVAILABLE', wait_ms: 1000 },
  },
  {
    group: 'Answers that break their contract',
    situation: '`data` and `error` both null',
    outcome: read(ok(null), ['nothing_said: data and error are both null']),
    expected: { kind: 'escalate', reason: 'NOTHING_TO_ACT_ON' },
  },
  {
    group: 'Answers that break their contract',
    situation: '`error` key absent',
    outcome: read(failed('GENERAL_ERROR', { retryable: true }), [
      'error_missing: the key is absent',
    ]),
    policy: { safety: 'safe' },
    expected: { kind: 'escalate', reason: 'MALFORMED' },
  },
  {
    group: 'Answers that break their contract',
    situation: 'no envelope where one is due',
    outcome: read(failed('GENERAL_ERROR'), [
      'envelope_missing: no document of the dialect was found',
    ]),
    expected: { kind: 'escalate', reason: 'MALFORMED' },
  },
  {
    group: 'Answers that break their contract',
    situation: 'not the contract that the caller demands',
    outcome: ok({ id: 1 }),
    mismatches: ["schema is not given, not 'animus.cli.v1'"],
    expected: { kind: 'escalate', reason: 'CONTRACT_MISMATCH' },
  },
  {
    group: 'Answers that break their contract',
    situation: 'a failure that two fitting dialects read differently',
    outcome: failed('ARG_ERROR'),
    knowledge: { certain: false },
    policy: { can: yes },
    expected: { kind: 'escalate', reason: 'DIALECT_UNCERTAIN' },
  },
  {
    group: 'Retries',
    situation: 'RATE_LIMITED with a wait',
    outcome: failed('RATE_LIMITED', { retryable: true, retry_after_ms: 30_000 }),
    expected: { kind: 'retry_after', reason: 'RATE_LIMITED', wait_ms: 30_000 },
  },
  {
    group: 'Retries',
    situation: 'RATE_LIMITED without a wait',
    outcome: failed('RATE_LIMITED', { retryable: true }),
    expected: { kind: 'retry_after', reason: 'RATE_LIMITED', wait_ms: 60_000 },
  },
  {
    group: 'Retries',
    situation: 'UNAVAILABLE, first time',
    outcome: failed('UNAVAILABLE'),
    expected: { kind: 'retry_after', reason: 'UNAVAILABLE', wait_ms: 1000 },
  },
  {
    group: 'Retries',
    situation: 'UNAVAILABLE, second time',
    outcome: failed('UNAVAILABLE'),
    steps: [step('UNAVAILABLE', 'retry_after')],
    expected: { kind: 'retry_after', reason: 'UNAVAILABLE', wait_ms: 2000 },
  },
  {
    group: 'Retries',
    situation: 'UNAVAILABLE, third time',
    outcome: failed('UNAVAILABLE'),
    steps: [step('UNAVAILABLE', 'retry_after'), step('UNAVAILABLE', 'retry_after')],
    expected: { kind: 'escalate', reason: 'TRIES_SPENT' },
  },
  {
    group: 'Retries',
    situation: 'the third time in all, another error in between',
    outcome: failed('UNAVAILABLE'),
    steps: [
      step('UNAVAILABLE', 'retry_after'),
      step('RATE_LIMITED', 'retry_after'),
      step('UNAVAILABLE', 'retry_after'),
    ],
    expected: { kind: 'escalate', reason: 'TRIES_SPENT' },
  },
  {
    group: 'Retries',
    situation: 'the third time, the state changed in between',
    outcome: failed('UNAVAILABLE'),
    steps: [
      step('UNAVAILABLE', 'retry_after'),
      step('UNAVAILABLE', 'retry_after'),
      step('TOKEN_EXPIRED', 'refresh_and_reissue'),
    ],
    expected: { kind: 'retry_after', reason: 'UNAVAILABLE', wait_ms: 1000 },
  },
  {
    group: 'Retries',
    situation: 'a longer wait than the caller allows',
    outcome: failed('RATE_LIMITED', { retryable: true, retry_after_ms: 86_400_000 }),
    expected: { kind: 'escalate', reason: 'WAIT_TOO_LONG' },
  },
  {
    group: 'Retries',
    situation: 'the exit code says yes, `retryable: false` says no',
    outcome: failed('UNAVAILABLE', { retryable: false }),
    expected: { kind: 'escalate', reason: 'NOT_RETRYABLE' },
  },
  {
    group: 'Retries',
    situation: '`retryable: true` on CONFLICT, no wait',
    outcome: failed('CONFLICT', { retryable: true }),
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Retries',
    situation: '`retryable` not said, UNAVAILABLE',
    outcome: failed('UNAVAILABLE', { retryable: null }),
    expected: { kind: 'escalate', reason: 'UNKNOWN_FAILURE' },
  },
  {
    group: 'Retries',
    situation: '`retryable` not said, UNAVAILABLE, command declared safe',
    outcome: failed('UNAVAILABLE', { retryable: null }),
    policy: { safety: 'safe' },
    expected: { kind: 'retry_after', reason: 'UNAVAILABLE', wait_ms: 1000 },
  },
  {
    group: 'Retries',
    situation: 'NOT_FOUND',
    outcome: failed('NOT_FOUND'),
    expected: { kind: 'escalate', reason: 'NOT_RETRYABLE' },
  },
  {
    group: 'Retries',
    situation: 'one attempt after the other, always another error',
    outcome: failed('UNAVAILABLE', { code: 'E12' }),
    steps: Array.from({ length: 11 }, (_, index) => step(`E${index}`, 'retry_after')),
    expected: { kind: 'escalate', reason: 'STEPS_SPENT' },
  },
  {
    group: 'Side effects in doubt',
    situation: 'GENERAL_ERROR, `retryable: true`',
    outcome: failed('GENERAL_ERROR', { retryable: true }),
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group: 'Side effects in doubt',
    situation: 'GENERAL_ERROR, `retryable: true`, phase validation',
    outcome: failed('GENERAL_ERROR', { retryable: true, phase: 'validation' }),
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Side effects in doubt',
    situation: 'GENERAL_ERROR, `retryable: true`, command declared idempotent',
    outcome: failed('GENERAL_ERROR', { retryable: true }),
    policy: { safety: 'idempotent' },
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Side effects in doubt',
    situation: 'TIMEOUT, `retryable: true` as contract 1.0 has it',
    outcome: failed('TIMEOUT', { retryable: true }),
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group: 'Side effects in doubt',
    situation: 'TIMEOUT that the command declares to be without side effects',
    outcome: failed('TIMEOUT', { retryable: true }, 10),
    policy: { exits: { 10: { retryable: true, side_effects: 'none' } } },
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Side effects in doubt',
    situation: 'the client stopped it after the time limit',
    outcome: failed('TIMEOUT', { retryable: null, synthesised: true }, 143),
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group: 'Side effects in doubt',
    situation: 'the client stopped it after the time limit, command declared safe',
    outcome: failed('TIMEOUT', { retryable: null, synthesised: true }, 143),
    policy: { safety: 'safe' },
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Side effects in doubt',
    situation: 'PARTIAL_FAILURE, even when declared idempotent and `retryable: true`',
    outcome: failed('PARTIAL_FAILURE', { retryable: true }),
    policy: { safety: 'idempotent' },
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group: 'Side effects in doubt',
    situation: 'ended by SIGTERM',
    outcome: failed('TERMINATED', { retryable: null }, 143),
    expected: { kind: 'escalate', reason: 'ENVIRONMENT' },
  },
  {
    group: 'Side effects in doubt',
    situation: 'crashed (SIGSEGV), command declared safe',
    outcome: failed('GENERAL_ERROR', { code: 'CRASHED', retryable: null, synthesised: true }, 139),
    policy: { safety: 'safe' },
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Exit codes outside the table',
    situation: '14-63: nothing is assumed',
    outcome: failed('GENERAL_ERROR', { retryable: null }, 20),
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group: 'Exit codes outside the table',
    situation: '14-63, command declared safe',
    outcome: failed('GENERAL_ERROR', { retryable: null }, 20),
    policy: { safety: 'safe' },
    expected: { kind: 'escalate', reason: 'UNKNOWN_FAILURE' },
  },
  {
    group: 'Exit codes outside the table',
    situation: '75 (EX_TEMPFAIL), command declared safe',
    outcome: failed('GENERAL_ERROR', { code: 'EX_TEMPFAIL', retryable: null }, 75),
    policy: { safety: 'safe' },
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Exit codes outside the table',
    situation: '79-125 with a declaration that allows it',
    outcome: failed('GENERAL_ERROR', { retryable: null, synthesised: true }, 80),
    policy: { exits: { 80: { name: 'LOCKED', retryable: true, side_effects: 'none' } } },
    expected: { kind: 'retry_after', reason: 'TRANSIENT', wait_ms: 1000 },
  },
  {
    group: 'Exit codes outside the table',
    situation: '79-125 with an invalid declaration (retryable and partial)',
    outcome: failed('GENERAL_ERROR', { retryable: null, synthesised: true }, 80),
    policy: { exits: { 80: { name: 'LOCKED', retryable: true, side_effects: 'partial' } } },
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group: 'Exit codes outside the table',
    situation: '79-125 undeclared',
    outcome: failed('GENERAL_ERROR', { retryable: null }, 80),
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group: 'Exit codes outside the table',
    situation: '126-255: look at the environment',
    outcome: failed('GENERAL_ERROR', { retryable: null }, 137),
    expected: { kind: 'escalate', reason: 'ENVIRONMENT' },
  },
  {
    group: 'Exit codes outside the table',
    situation: 'the program does not exist',
    outcome: failed('NOT_FOUND', { code: 'PROGRAM_NOT_FOUND', synthesised: true }, 127),
    expected: { kind: 'escalate', reason: 'PROGRAM_MISSING' },
  },
  {
    group: 'Exit codes outside the table',
    situation: 'the caller ended it',
    outcome: failed('TERMINATED', { code: 'ABORTED', synthesised: true }, 143),
    policy: { safety: 'safe' },
    expected: { kind: 'escalate', reason: 'ABORTED' },
  },
  {
    group: 'Credentials',
    situation: 'TOKEN_EXPIRED, somebody can refresh',
    outcome: failed('AUTH_REQUIRED', { code: 'TOKEN_EXPIRED', retryable: true }),
    policy: { can: yes },
    expected: { kind: 'refresh_and_reissue', reason: 'TOKEN_EXPIRED' },
  },
  {
    group: 'Credentials',
    situation: 'TOKEN_EXPIRED again right after a refresh',
    outcome: failed('AUTH_REQUIRED', { code: 'TOKEN_EXPIRED', retryable: true }),
    steps: [step('TOKEN_EXPIRED', 'refresh_and_reissue')],
    policy: { can: yes },
    expected: { kind: 'escalate', reason: 'TOKEN_INVALID' },
  },
  {
    group: 'Credentials',
    situation: 'TOKEN_EXPIRED, nobody can refresh',
    outcome: failed('AUTH_REQUIRED', { code: 'TOKEN_EXPIRED', retryable: true }),
    expected: { kind: 'escalate', reason: 'CREDENTIALS_NEEDED' },
  },
  {
    group: 'Credentials',
    situation: 'TOKEN_EXPIRED with a `fix_command`, nobody else can refresh',
    outcome: failed('AUTH_REQUIRED', {
      code: 'TOKEN_EXPIRED',
      retryable: false,
      fix_required: 'Refresh.',
      fix_command: 'tool auth refresh',
    }),
    policy: { can: { fix: true } },
    expected: { kind: 'fix_and_reissue', reason: 'FIX_STATED' },
  },
  {
    group: 'Credentials',
    situation: 'TOKEN_INVALID, even with `retryable: true`',
    outcome: failed('AUTH_REQUIRED', { code: 'TOKEN_INVALID', retryable: true }),
    policy: { can: yes },
    expected: { kind: 'escalate', reason: 'TOKEN_INVALID' },
  },
  {
    group: 'Credentials',
    situation: 'TOKEN_MISSING',
    outcome: failed('AUTH_REQUIRED', { code: 'TOKEN_MISSING' }),
    policy: { can: yes },
    expected: { kind: 'escalate', reason: 'CREDENTIALS_NEEDED' },
  },
  {
    group: 'Credentials',
    situation: 'PAYMENT_REQUIRED',
    outcome: failed('PAYMENT_REQUIRED'),
    expected: { kind: 'escalate', reason: 'PAYMENT_NEEDED' },
  },
  {
    group: 'Corrections',
    situation: 'ARG_ERROR, `retryable: true` (contract 1.0), nobody changes the arguments',
    outcome: failed('ARG_ERROR', { retryable: true, recovery: 'after_fix' }),
    expected: { kind: 'escalate', reason: 'FIX_NEEDED' },
  },
  {
    group: 'Corrections',
    situation: 'ARG_ERROR, the caller can change the arguments',
    outcome: failed('ARG_ERROR', { retryable: true, recovery: 'after_fix' }),
    policy: { can: { changeArguments: true } },
    expected: { kind: 'fix_and_reissue', reason: 'FIX_STATED' },
  },
  {
    group: 'Corrections',
    situation: 'the same error after a correction',
    outcome: failed('ARG_ERROR', { retryable: false, fix_required: 'Use prod.' }),
    steps: [step('ARG_ERROR', 'fix_and_reissue')],
    policy: { can: yes },
    expected: { kind: 'escalate', reason: 'FIX_FAILED' },
  },
  {
    group: 'Corrections',
    situation: 'a `fix_command` of the tool itself',
    outcome: failed('PRECONDITION', {
      retryable: false,
      fix_required: 'Init.',
      fix_command: 'tool init',
    }),
    policy: { can: { fix: true } },
    expected: { kind: 'fix_and_reissue', reason: 'FIX_STATED' },
  },
  {
    group: 'Corrections',
    situation: 'a `fix_command` that is another program',
    outcome: failed('PRECONDITION', {
      retryable: false,
      fix_required: 'Init.',
      fix_command: 'rm -rf /',
    }),
    policy: { can: { fix: true } },
    expected: { kind: 'escalate', reason: 'FIX_NEEDED' },
  },
  {
    group: 'Redirects',
    situation: 'the same tool',
    outcome: failed('REDIRECTED', redirect('tool people add --name alice')),
    expected: { kind: 'follow_redirect', reason: 'REDIRECTED' },
  },
  {
    group: 'Redirects',
    situation: 'another program, nobody to ask',
    outcome: failed('REDIRECTED', redirect('other users add')),
    expected: { kind: 'escalate', reason: 'REDIRECT_ELSEWHERE' },
  },
  {
    group: 'Redirects',
    situation: 'another program, the caller can be asked',
    outcome: failed('REDIRECTED', redirect('other users add')),
    policy: { can: yes },
    expected: { kind: 'follow_redirect', reason: 'REDIRECTED' },
  },
  {
    group: 'Redirects',
    situation: 'something that only a shell could run',
    outcome: failed('REDIRECTED', redirect('tool list; rm -rf ~')),
    policy: { can: yes },
    expected: { kind: 'escalate', reason: 'REDIRECT_UNREADABLE' },
  },
  {
    group: 'Redirects',
    situation: 'to the call itself',
    outcome: failed('REDIRECTED', redirect('tool users add --name alice')),
    expected: { kind: 'escalate', reason: 'REDIRECT_LOOP' },
  },
  {
    group: 'Redirects',
    situation: 'REDIRECTED without a replacement',
    outcome: failed('REDIRECTED', { retryable: true }),
    expected: { kind: 'escalate', reason: 'REDIRECT_MISSING' },
  },
  {
    group: 'Redirects',
    situation: 'a `redirect` with another exit code is ignored',
    outcome: failed('NOT_FOUND', { retryable: false, ...redirect('tool people add') }),
    expected: { kind: 'escalate', reason: 'NOT_RETRYABLE' },
  },
]
