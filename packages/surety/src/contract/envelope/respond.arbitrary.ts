import fc from 'fast-check'

import { defineExitCode } from '../codes/custom-exit.ts'
import { FAILURE_NAMES, type RespondGeneration } from '../codes/exit-names.ts'
import { PHASES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/recovery.ts'
import type { FailureExit, RespondInput } from './envelope.ts'

/** Generates everything that the types of `respond()` allow. */

type Input = RespondInput<object, RespondGeneration>

const jsonData: fc.Arbitrary<object> = fc.oneof(
  fc.array(fc.jsonValue({ maxDepth: 2 })),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
)

const metaMembers = {
  request_id: fc.string(),
  schema_version: fc.constantFrom('1.0', '1.6', '10.20'),
  truncated: fc.boolean(),
  cursor: fc.string(),
  more: fc.jsonValue({ maxDepth: 1 }),
}

const around = fc.record(
  {
    duration: fc.oneof(
      fc.nat(),
      fc.nat().map((elapsed) => ({ elapsed: () => elapsed })),
    ),
    warnings: fc.array(fc.string()),
    meta: fc.record(metaMembers, { requiredKeys: [] }),
  },
  { requiredKeys: ['duration'] },
)

/** Successes and cache hits. */
export function successInputs(generation: RespondGeneration): fc.Arbitrary<Input> {
  const plain = fc
    .tuple(around, jsonData)
    .map(([rest, data]) => ({ ...rest, exit: 'SUCCESS', data }))
  const hit = around.map((rest) => ({
    ...rest,
    exit: 'SUCCESS',
    data: null,
    meta: { ...rest.meta, not_modified: true },
  }))
  return fc
    .tuple(fc.oneof(plain, hit), fc.constantFrom({}, { error: null }))
    .map(([input, said]) => ({ ...input, ...said, generation }) as unknown as Input)
}

const customExit = fc
  .record({ number: fc.integer({ min: 79, max: 125 }), retryable: fc.boolean() })
  .map(({ number, retryable }) =>
    defineExitCode({
      name: `CODE_${number}`,
      number,
      description: 'Something special happened',
      retryable,
      sideEffects: retryable ? 'none' : 'partial',
    }),
  )

const redirects = fc.record(
  {
    command: fc.string().filter((text) => /\S/.test(text)),
    permanent: fc.boolean(),
    reason: fc.constantFrom(...REDIRECT_REASONS),
  },
  { requiredKeys: ['command', 'permanent'] },
)

const base = fc.record(
  {
    code: fc.string({ minLength: 1 }),
    message: fc.string({ minLength: 1 }),
    detail: fc.string(),
    phase: fc.constantFrom(...PHASES),
    suggestion: fc.string(),
  },
  { requiredKeys: ['code', 'message'] },
)

/** Failures of every exit, with waits and fixes where the types allow them. */
export function failureInputs(generation: RespondGeneration): fc.Arbitrary<Input> {
  const exits = fc.oneof<fc.Arbitrary<FailureExit>[]>(
    fc.constantFrom(...FAILURE_NAMES),
    fc.constantFrom('INTERRUPTED', 'TERMINATED'),
    customExit,
  )
  const parts = fc.tuple(around, exits, base, retries(generation), redirects)
  return parts.map(([rest, exit, error, retry, redirect]) => {
    const isPartial = exit === 'PARTIAL_FAILURE'
    const said = isPartial && retry.retryable === true ? {} : retry
    const moved = exit === 'REDIRECTED' ? { redirect } : {}
    return { ...rest, exit, generation, error: { ...error, ...said, ...moved } } as unknown as Input
  })
}

function retries(generation: RespondGeneration): fc.Arbitrary<{ readonly retryable?: boolean }> {
  const silent = fc.record({ retryable: fc.boolean() }, { requiredKeys: [] })
  if (generation === '1.0') {
    return fc.oneof(silent, fc.record({ retryable: fc.constant(true), retry_after: fc.nat() }))
  }
  return fc.oneof(
    silent,
    fc.record(
      {
        retryable: fc.constant(true),
        retry_after_ms: fc.nat(),
        retry_strategy: fc.constantFrom(...RETRY_STRATEGIES),
      },
      { requiredKeys: ['retryable'] },
    ),
    fc.record(
      { retryable: fc.constant(false), fix_required: fc.string(), fix_command: fc.string() },
      { requiredKeys: ['retryable'] },
    ),
  )
}
