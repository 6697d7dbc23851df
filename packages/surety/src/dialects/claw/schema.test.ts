import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { fail, succeed, type JsonObject } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { validateCapture, validateDocument } from '../read-capture.ts'
import { dialect as flat } from './1.0/index.ts'
import { dialect as wrapped } from './2.0/index.ts'
import wrappedSchema from './2.0/schema.json' with { type: 'json' }
import { CLAW_2_COMMON, FAILURE_KINDS, MISSING_KINDS } from './kinds.ts'

const common = { timestamp: '2026-04-22T10:10:00Z', command: 'x', exit_code: 0 }
const error = { kind: 'runtime', operation: 'o', target: 't', retryable: false, message: 'm' }
const failure = { ...common, exit_code: 1, error }
const turn = { prompt: 'p', output: 'o', stop_reason: 'completed' }
const without = (document: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([key]) => key !== name))

describe('2.0 refuses', () => {
  test.each<[string, JsonObject, string]>([
    ['a failure without operation', { ...failure, error: without(error, 'operation') }, '/error'],
    ['a failure without target', { ...failure, error: without(error, 'target') }, '/error'],
    ['a kind that is not listed', { ...failure, error: { ...error, kind: 'io' } }, '/error/kind'],
    ['an error with exit 0', { ...failure, exit_code: 0 }, ''],
    ['exit 1 without an error', { ...common, exit_code: 1 }, ''],
    ['an exit beyond 0, 1 and 2', { ...failure, exit_code: 3 }, '/exit_code'],
    [
      'a missing entity without a name',
      { ...failure, found: false, error: { ...error, kind: 'tool_not_found' } },
      '',
    ],
    [
      'a missing entity that was found',
      { ...failure, name: 'n', found: true, error: { ...error, kind: 'tool_not_found' } },
      '/found',
    ],
    ['a stop reason that is not listed', { ...common, turn: { ...turn, stop_reason: 'done' } }, ''],
    ['a turn without output', { ...common, turn: without(turn, 'output') }, '/turn'],
    ...[
      '2026-13-45T10:10:00Z',
      '2026-00-10T10:10:00Z',
      '2026-02-30T10:10:00Z',
      '2026-02-29T10:10:00Z',
      '2100-02-29T10:10:00Z',
      '2026-04-31T10:10:00Z',
      '2026-04-22T24:00:00Z',
    ].map((timestamp): [string, JsonObject, string] => [
      `the time ${timestamp}`,
      { ...common, timestamp },
      '/timestamp',
    ]),
    ['a time with an offset', { ...common, timestamp: '2026-04-22T10:10:00+02:00' }, '/timestamp'],
  ])('%s', (_what, document, pointer) => {
    const pointers = validateDocument(wrapped, document).map((problem) => problem.pointer)
    expect(pointers.length).toBeGreaterThan(0)
    expect(pointers.some((each) => each.startsWith(pointer))).toBe(true)
  })
})

test.each(['2026-01-31', '2026-06-30', '2024-02-29', '2000-02-29', '2026-02-28', '2026-12-31'])(
  '2.0 accepts the day %s',
  (day) => {
    const document = { ...common, timestamp: `${day}T10:10:00Z` }
    expect(validateDocument(wrapped, document)).toEqual([])
  },
)

describe('1.0 refuses', () => {
  const flatError = { type: 'error', error: 'e', kind: 'unknown' }
  test.each<[string, JsonObject]>([
    ['a success with an error', { type: 'success', kind: 'x', error: 'e' }],
    ['an error whose own exit code is 0', { ...flatError, exit_code: 0 }],
    ['an error that is an object', { ...flatError, error: { kind: 'x' } }],
    ['a stop reason that is not listed', { type: 'success', turn: { ...turn, stop_reason: 'x' } }],
    ...CLAW_2_COMMON.map((name): [string, JsonObject] => [
      `a success with ${name}`,
      { type: 'success', kind: 'x', [name]: name === 'exit_code' ? 0 : 'x' },
    ]),
    ['an error with a time', { ...flatError, timestamp: common.timestamp }],
    ['a result without a type that has a time', { command: 'x', timestamp: common.timestamp }],
  ])('%s', (_what, document) => {
    expect(validateDocument(flat, document)).not.toEqual([])
  })

  test.each([
    ['a success with exit 1', { type: 'success', kind: 'x' }, 1],
    ['an error with exit 0', flatError, 0],
  ])('%s', (_what, document, exit_code) => {
    const capture = { stdout: JSON.stringify(document), stderr: '', exit_code }
    expect(validateCapture(flat, capture)).not.toEqual([])
  })
})

describe.each([flat, wrapped])('$id accepts', (dialect) => {
  const file = new URL(`../../../../../fixtures/dialects/${dialect.id}.json`, import.meta.url)
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { capture: Capture }>
  const samples = Object.entries(all).filter(([name]) => name.startsWith('founding-sample'))
  test.each(samples)('%s', (_name, { capture }) => {
    expect(validateCapture(dialect, capture)).toEqual([])
  })
})

test.each(CLAW_2_COMMON)('1.0 writes no %s, whatever the result holds', (name) => {
  const data = { [name]: 'x', id: 1 }
  const result = flat.toDocument(succeed({ data }))
  expect(result.document).toEqual({ type: 'success', data })
  const error = { code: 'unknown', message: 'm', details: data }
  const failed = flat.toDocument(fail({ exit: 'GENERAL_ERROR', error }))
  for (const { document } of [result, failed]) expect(validateDocument(flat, document!)).toEqual([])
})

test('the schema of 2.0 lists the kinds that are known', () => {
  const { definitions, oneOf } = wrappedSchema
  expect(definitions.failure.properties.kind.enum).toEqual(FAILURE_KINDS)
  expect(oneOf[1]).toMatchObject({
    properties: { error: { properties: { kind: { enum: MISSING_KINDS } } } },
  })
})
