import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  FAILURE_NAMES,
  fail,
  PHASES,
  RECOVERIES,
  RETRY_STRATEGIES,
  succeed,
  type JsonValue,
  type Outcome,
} from 'surety/unstable/contract'
import { CALL, historyOf } from './decision-case.table.ts'
import { DECISION_CASES } from './decide.table.ts'
import { decide } from './decide.ts'
import { NO_KNOWLEDGE, triesOf, type History, type HistoryStep, type Knowledge } from './history.ts'
import { knownChange } from './known-change.ts'
import { resolveSafety } from './policies/stop.ts'
import { resolvePolicy, type Policy } from './policy.ts'
import { VERDICT_REASONS } from './verdict.ts'

describe('the rules of the contract', () => {
  test.each(DECISION_CASES.map((row) => [`${row.group}: ${row.situation}`, row] as const))(
    '%s',
    (_name, row) => {
      const { outcome, knowledge, policy, expected } = row
      const verdict = decide(
        outcome,
        historyOf(row),
        { ...NO_KNOWLEDGE, ...knowledge },
        resolvePolicy(policy),
      )
      expect(verdict).toMatchObject(expected)
      expect(verdict.message).not.toBe('')
    },
  )

  test('has a case for every reason', () => {
    const reached = new Set(DECISION_CASES.map(({ expected }) => expected.reason))
    const others = Object.keys(VERDICT_REASONS).filter((reason) => !reached.has(reason as 'DONE'))
    // Only a running call can reach these.
    expect(others.toSorted()).toEqual([
      'CONTINUE_UNSAFE',
      'DEADLINE',
      'REDIRECT_LIMIT',
      'REDIRECT_UNSAFE',
    ])
  })

  test('reports deprecation warnings as soft redirects, on failures too', () => {
    const warnings = ['users is deprecated', 'slow disk', 'This flag will be removed in 3.0.']
    const outcome = fail({ exit: 'NOT_FOUND', error: { code: 'X', message: 'x' }, warnings })
    expect(decide(outcome, CALL).soft_redirects).toEqual([warnings[0], warnings[2]])
  })

  test('stops a chain of redirects', () => {
    const outcome = fail({
      exit: 'REDIRECTED',
      error: { code: 'M', message: 'm', redirect: { command: 'tool z', permanent: false } },
    })
    const steps = Array.from({ length: 5 }, (_, index): HistoryStep => ({
      argv: ['tool', `step${index}`],
      code: 'M',
      verdict: 'follow_redirect',
    }))
    expect(decide(outcome, { ...CALL, steps })).toMatchObject({ reason: 'REDIRECT_LIMIT' })
  })

  test('passes a redirect on verbatim', () => {
    const command = `tool people add --name 'alice b'`
    const outcome = fail({
      exit: 'REDIRECTED',
      error: { code: 'M', message: 'm', redirect: { command, permanent: true } },
    })
    expect(decide(outcome, CALL)).toMatchObject({ command, permanent: true, elsewhere: false })
  })

  test('limits exponential waits to five minutes', () => {
    const outcome = fail({
      exit: 'UNAVAILABLE',
      error: { code: 'U', message: 'u', retryable: true, retry_strategy: 'exponential_backoff' },
    })
    const policy = { ...resolvePolicy(), maxTries: 100, maxSteps: 1000 }
    const steps = Array.from({ length: 30 }, (): HistoryStep => ({
      argv: CALL.argv,
      code: 'U',
      verdict: 'retry_after',
    }))
    expect(decide(outcome, { ...CALL, steps }, NO_KNOWLEDGE, policy)).toMatchObject({
      wait_ms: 300_000,
    })
  })
})

describe('decide, for any input', () => {
  const codes = fc.constantFrom('A', 'B', 'TOKEN_EXPIRED', 'TOKEN_INVALID', 'TIMEOUT', 'ABORTED')
  const failures = fc
    .record(
      {
        exit: fc.oneof(
          fc.constantFrom(
            ...FAILURE_NAMES,
            'TERMINATED',
            'INTERRUPTED',
            'QUOTA_SPENT',
            'INCOMPLETE',
          ),
        ),
        code: codes,
        retryable: fc.constantFrom(true, false, null),
        recovery: fc.constantFrom(...RECOVERIES),
        retry_after_ms: fc.oneof(fc.nat(100_000), fc.double({ noNaN: true }), fc.constant(-1)),
        retry_strategy: fc.constantFrom(...RETRY_STRATEGIES),
        phase: fc.constantFrom(...PHASES),
        fix_command: fc.constantFrom('tool fix', 'other fix', 'tool `x`'),
        command: fc.constantFrom('tool a', 'tool b', 'other', '"', ''),
        exit_code: fc.integer({ min: -1, max: 300 }),
        malformed: fc.boolean(),
        synthesised: fc.constant(true),
      },
      { requiredKeys: ['exit', 'code', 'retryable'] },
    )
    .map(({ exit, command, exit_code: number, malformed, ...error }): Outcome =>
      fail({
        exit,
        error: {
          message: 'm',
          ...(error as { code: string }),
          ...(command !== undefined && { redirect: { command, permanent: true } }),
        },
        ...(number !== undefined && { process: { exit_code: number, stream: 'stdout' } }),
        diagnostics: {
          malformed: malformed === true,
          problems: malformed === true ? ['x: y'] : [],
          other_documents: [],
        },
      }),
    )
  const successes = fc
    .record({
      data: fc.jsonValue() as fc.Arbitrary<JsonValue>,
      meta: fc.record(
        {
          truncated: fc.boolean(),
          cursor: fc.constantFrom('', 'a', 'b'),
          not_modified: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      warnings: fc.array(fc.string()),
    })
    .map((input): Outcome => succeed(input))
  const outcomes = fc.oneof(failures, successes)
  const steps = fc.array(
    fc.record({
      argv: fc.constantFrom(['tool', 'a'], ['tool', 'b'], CALL.argv),
      code: fc.oneof(codes, fc.constant(null)),
      verdict: fc.constantFrom(
        'retry_after',
        'fix_and_reissue',
        'refresh_and_reissue',
        'follow_redirect',
        'next_page',
        'continue_work',
      ),
    }),
    { maxLength: 15 },
  ) as fc.Arbitrary<HistoryStep[]>
  const histories = steps.map((list): History => ({ ...CALL, steps: list }))
  const exits = fc.array(
    fc.record({
      number: fc.integer({ min: 0, max: 255 }),
      name: fc.constantFrom(...FAILURE_NAMES, 'TERMINATED', 'QUOTA_SPENT'),
      retryable: fc.boolean(),
      side_effects: fc.constantFrom('none' as const, 'partial' as const, 'complete' as const),
    }),
    { maxLength: 5 },
  )
  const knowledges: fc.Arbitrary<Knowledge> = fc.record(
    {
      cached: fc.boolean(),
      certain: fc.boolean(),
      retryableStated: fc.boolean(),
      command: fc.record({
        path: fc.constant('users.add'),
        danger: fc.constantFrom('safe' as const, 'mutating' as const, 'destructive' as const),
        exits,
        flags: fc.constant([]),
      }),
    },
    { requiredKeys: ['cached', 'certain'] },
  )
  const policies: fc.Arbitrary<Policy> = fc
    .record({
      maxTries: fc.integer({ min: 1, max: 3 }),
      maxPages: fc.integer({ min: 1, max: 5 }),
      safety: fc.constantFrom('unknown' as const, 'safe' as const, 'idempotent' as const),
      can: fc.record({
        refresh: fc.boolean(),
        fix: fc.boolean(),
        changeArguments: fc.boolean(),
        approveRedirect: fc.boolean(),
      }),
    })
    .map((input) => resolvePolicy(input))
  /** Transient failures early in a call, which a client does retry. */
  const passing = fc.tuple(
    fc
      .record(
        {
          exit: fc.constantFrom('RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT', 'CONFLICT'),
          code: codes,
          retry_after_ms: fc.nat(100_000),
          retry_strategy: fc.constantFrom('immediate', 'linear_backoff', 'exponential_backoff'),
        },
        { requiredKeys: ['exit', 'code'] },
      )
      .map(({ exit, ...error }): Outcome =>
        fail({ exit, error: { message: 'm', retryable: true, ...error } }),
      ),
    steps.map((list): History => ({ ...CALL, steps: list.slice(0, 2) })),
    fc.oneof(
      fc.constant<Knowledge>({ cached: false, certain: true }),
      knowledges.map((knowledge): Knowledge => ({ ...knowledge, certain: true })),
    ),
    fc.oneof(
      policies,
      policies.map((policy): Policy => ({ ...policy, maxTries: 3, safety: 'unknown' })),
    ),
  )
  const cases = fc.oneof(fc.tuple(outcomes, histories, knowledges, policies), passing)
  /** Checks a property; the property returns whether it applied to the case, and must apply to some. */
  const check = (
    property: (outcome: Outcome, history: History, knowledge: Knowledge, policy: Policy) => boolean,
  ) => {
    let relevant = 0
    fc.assert(
      fc.property(cases, (parts) => {
        if (property(...parts)) relevant += 1
      }),
      { numRuns: 800 },
    )
    expect(relevant).toBeGreaterThan(5)
  }
  const RERUNS = ['retry_after', 'fix_and_reissue', 'refresh_and_reissue', 'follow_redirect']

  test('always gives the same verdict', () => {
    check((outcome, history, knowledge, policy) => {
      const one = decide(outcome, history, knowledge, policy)
      expect(Object.keys(VERDICT_REASONS)).toContain(one.reason)
      expect(decide(structuredClone(outcome), structuredClone(history), knowledge, policy)).toEqual(
        one,
      )
      return true
    })
  })

  test('never exceeds the tries for one error code without a change of state', () => {
    check((outcome, history, knowledge, policy) => {
      const { kind } = decide(outcome, history, knowledge, policy)
      if (kind !== 'retry_after') return false
      expect(triesOf(outcome.error?.code ?? '', history)).toBeLessThan(policy.maxTries)
      return true
    })
  })

  test('repeats nothing after possible side effects unless it is declared safe or idempotent', () => {
    check((outcome, history, knowledge, policy) => {
      const { kind } = decide(outcome, history, knowledge, policy)
      if (outcome.ok || !RERUNS.includes(kind)) return false
      if (resolveSafety(policy, knowledge) !== 'unknown') return false
      expect(knownChange({ outcome, history, knowledge, policy }).sideEffects).toBe('none')
      return true
    })
  })

  test('does not repeat in doubt what the manifest calls destructive, even if the caller calls it safe', () => {
    check((outcome, history, { command, ...rest }, policy) => {
      if (command === undefined) return false
      const knowledge: Knowledge = { ...rest, command: { ...command, danger: 'destructive' } }
      const careful = decide(outcome, history, knowledge, { ...policy, safety: 'unknown' })
      expect(decide(outcome, history, knowledge, { ...policy, safety: 'safe' })).toEqual(careful)
      return true
    })
  })

  test('runs nothing after an answer that is malformed, uncertain or unexpected', () => {
    check((outcome, history, knowledge, policy) => {
      const demanded = decide(outcome, { ...history, mismatches: ['no'] }, knowledge, policy)
      expect(demanded).toMatchObject({ kind: 'escalate', reason: 'CONTRACT_MISMATCH' })
      if (outcome.diagnostics?.malformed !== true && (knowledge.certain || outcome.ok)) return false
      expect(decide(outcome, history, knowledge, policy).kind).toBe('escalate')
      return true
    })
  })

  test('never accepts incomplete data', () => {
    check((outcome, history, knowledge, policy) => {
      if (outcome.meta.truncated !== true) return false
      expect(decide(outcome, history, knowledge, policy).kind).not.toBe('accept')
      return true
    })
  })

  test('gives finite waits within the limit', () => {
    check((outcome, history, knowledge, policy) => {
      const verdict = decide(outcome, history, knowledge, policy)
      if (verdict.kind !== 'retry_after') return false
      expect(verdict.wait_ms).toBeGreaterThanOrEqual(0)
      expect(verdict.wait_ms).toBeLessThanOrEqual(policy.maxWaitMs)
      return true
    })
  })

  test('never accepts a failure and never retries a success', () => {
    check((outcome, history, knowledge, policy) => {
      const { kind } = decide(outcome, history, knowledge, policy)
      if (outcome.ok) expect(RERUNS).not.toContain(kind)
      else expect(['accept', 'use_cache', 'next_page']).not.toContain(kind)
      return true
    })
  })

  test('never retries with missing or invalid credentials', () => {
    check((outcome, history, knowledge, policy) => {
      if (outcome.error?.code !== 'TOKEN_INVALID') return false
      const { kind } = decide(outcome, history, knowledge, policy)
      expect(kind === 'escalate' || kind === 'follow_redirect').toBe(true)
      return true
    })
  })
})
