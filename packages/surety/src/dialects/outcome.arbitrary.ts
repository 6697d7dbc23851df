import fc from 'fast-check'

import {
  FAILURE_NAMES,
  fail,
  isFailureName,
  PHASES,
  RECOVERIES,
  RETRY_STRATEGIES,
  succeed,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeErrorInput,
  type OutcomeMeta,
} from '../contract/index.ts'
import { isPartial } from './read/restore-stowed.ts'

/** Member names that have made trouble somewhere: the envelopes' own, and those of the language. */
const HOSTILE = [
  '__proto__',
  'constructor',
  'toString',
  'ok',
  'data',
  'error',
  'type',
  'kind',
  'command',
  'cta',
  'meta',
  'code',
  'message',
  'value',
  'x_envelope',
  'a/b',
  'a~b',
  '',
]

const key = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 6 }))

/** Any JSON value, with hostile member names. */
export const jsonValue: fc.Arbitrary<JsonValue> = fc
  .letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'json' },
      fc.constantFrom<JsonValue>(null, true, false, '', 0, 'ünïcödé \u2028', '{"ok":true}'),
      fc.string({ maxLength: 12 }),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'json' }),
      fc.dictionary(key, tie('value'), {
        maxKeys: 4,
        depthIdentifier: 'json',
        noNullPrototype: true,
      }),
    ),
  }))
  .value.map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)

const jsonObject = fc
  .dictionary(key, jsonValue, { maxKeys: 4, noNullPrototype: true })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)

const text = fc.string({ maxLength: 20, unit: 'grapheme' })
const count = fc.nat({ max: 100_000 })

const named = fc.record(
  {
    duration_ms: count,
    request_id: text,
    schema_version: fc.constantFrom('1.0', '2.0', 'beta'),
    not_modified: fc.boolean(),
    truncated: fc.boolean(),
    cursor: text,
    pagination: fc.oneof(
      jsonValue,
      fc.record({
        total: fc.oneof(count, fc.constant(null)),
        returned: count,
        truncated: fc.boolean(),
        has_more: fc.boolean(),
        next_cursor: fc.oneof(text, fc.constant(null)),
      }),
    ),
    warning_context: fc.oneof(jsonValue, fc.array(fc.oneof(fc.constant(null), jsonObject))),
    exit_code: fc.oneof(jsonValue, fc.nat({ max: 255 })),
    tool_version: fc.oneof(text, fc.constant('1.2.3')),
    budget_ms: fc.oneof(jsonValue, count),
    command: text,
    type: text,
    schema: fc.constantFrom('animus.cli.v1', 'other.v2'),
    timestamp: fc.constantFrom('2026-04-22T10:10:00Z', '2026-01-01T00:00:00.123Z'),
    cta: fc.oneof(
      jsonValue,
      fc.constant<JsonValue>({ description: 'Try', commands: [{ command: 'tool login' }] }),
    ),
    nextOffset: count,
    output_format: fc.constantFrom('json', 'text'),
  },
  { requiredKeys: [] },
)

const meta: fc.Arbitrary<OutcomeMeta> = fc
  .tuple(named, fc.oneof(fc.constant<JsonObject>({}), jsonObject))
  .map(([known, extra]) => {
    const open = Object.fromEntries(
      Object.entries(extra).filter(([name]) => !['type', 'command'].includes(name)),
    )
    return JSON.parse(JSON.stringify({ ...open, ...known })) as OutcomeMeta
  })

const code = fc.oneof(
  fc.constantFrom(
    'TASK_NOT_FOUND',
    'not_found',
    'VALIDATION_ERROR',
    'API_RATE_LIMIT',
    'internal',
    'unavailable',
    'cli_parse',
    'parse',
    'auth',
    'timeout',
    'error',
    'network_error',
    'insufficient_balance',
    'TOKEN_MISSING',
    'TOKEN_EXPIRED',
    'GENERAL_ERROR',
  ),
  text,
)

const error: fc.Arbitrary<OutcomeErrorInput> = fc
  .record(
    {
      code,
      message: text,
      category: fc.constantFrom(...FAILURE_NAMES),
      detail: text,
      retryable: fc.constantFrom(true, false, null),
      recovery: fc.constantFrom(...RECOVERIES),
      retry_after_ms: count,
      retry_strategy: fc.constantFrom(...RETRY_STRATEGIES),
      phase: fc.constantFrom(...PHASES),
      suggestion: text,
      redirect: fc.record({
        command: text.filter((words) => words.trim() !== ''),
        permanent: fc.boolean(),
      }),
      fix_required: text,
      fix_command: text,
      operation: text,
      target: text,
      next_steps: fc.oneof(
        fc.record({ action: text }),
        fc.record({ action: text, suggestion: text }),
      ),
      field_errors: fc.array(jsonObject, { maxLength: 2 }),
      details: jsonObject,
      root_cause: text,
      docs_url: text,
      synthesised: fc.constant<true>(true),
    },
    { requiredKeys: ['code', 'message'] },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as OutcomeErrorInput)

const warning = fc.oneof(
  text,
  fc.constantFrom(
    'WARNING: odd',
    'FIELD_TRUNCATED: note',
    'X: y',
    'NO_COLON',
    'A_B: C_D: e',
    'AB: ',
  ),
)
const surroundings = { warnings: fc.array(warning, { maxLength: 2 }), meta }

/** Half-done work goes by one name and is never to be repeated; who says otherwise is not believed. */
function honest(exit: string, error: OutcomeErrorInput): OutcomeErrorInput {
  const { category = exit, retryable, recovery } = error
  if (!isPartial(exit, category)) return error
  return {
    ...error,
    ...(isFailureName(exit) && { category: exit }),
    ...(retryable === true && { retryable: false }),
    ...(recovery === 'identical' && { recovery: 'never' }),
  }
}

/** Any outcome, likely and unlikely ones. */
export const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ data: jsonValue, ...surroundings }).map((input) => succeed(input)),
  fc
    .record({
      exit: fc.constantFrom(
        ...FAILURE_NAMES,
        'INTERRUPTED',
        'TERMINATED',
        'INCOMPLETE',
        'QUOTA_SPENT',
      ),
      error,
      data: fc.oneof(fc.constant(null), jsonValue),
      ...surroundings,
    })
    .map((input) => fail({ ...input, error: honest(input.exit, input.error) })),
)
