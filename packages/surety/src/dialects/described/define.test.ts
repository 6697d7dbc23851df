import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fail, succeed, type JsonValue, type Outcome } from '../../contract/index.ts'
import { encode } from '../encode.ts'
import { validateDocument } from '../read-capture.ts'
import { defineDialect, type DescribedDialect } from './define.ts'
import type { DialectDescription } from '../../description/index.ts'

const describeDialect = (rest: Partial<DialectDescription>): DescribedDialect =>
  defineDialect({ id: 'own', data: '/data', ...rest })

const wrapped = describeDialect({
  ok: { at: '/success', success: [true], failure: [false] },
  error: { at: '/error', code: '/error/code', message: '/error/message', suggestion: 'error.hint' },
  exits: { 4: 'NOT_FOUND' },
  codes: { '*_missing': 'NOT_FOUND', bad_input: 'ARG_ERROR' },
  unused: 'null',
  order: ['success', 'data', 'error'],
})
const status = describeDialect({
  ok: { at: '/status', success: ['ok'], failure: ['error'] },
  error: {
    at: '/error',
    code: '/error/code',
    message: '/error/message',
    retryable: '/error/retryable',
    wait: { at: '/error/retry_after', unit: 's' },
    details: '/error/details',
    stream: 'stderr',
  },
  warnings: '/meta/warnings',
  meta: '/meta',
  stow: '/meta',
})
const versioned = describeDialect({ constants: { '/schema_version': '1.2' } })
const api = describeDialect({
  constants: { '/apiVersion': 'v1' },
  error: { at: '/error', code: '/error/code', message: '/error/message' },
})
const flat = describeDialect({
  data: '',
  error: { at: '/error', message: '/error', code: '/code' },
})
const bare = describeDialect({ data: '', exits: { 2: 'ARG_ERROR', 3: 'NOT_FOUND' } })
const all = { wrapped, status, versioned, api, flat, bare }

const out = (stdout: string, exit_code = 0, stderr = '') => ({ stdout, stderr, exit_code })

describe('reading with a described dialect', () => {
  it('reads {success, data, error}', () => {
    expect(wrapped.decode(out('{"success":true,"data":[1],"error":null}'))).toMatchObject({
      ok: true,
      data: [1],
      diagnostics: { malformed: false },
    })
    const text =
      '{"success":false,"data":null,"error":{"code":"user_missing","message":"No.","hint":"Look."}}'
    expect(wrapped.decode(out(text, 4))).toMatchObject({
      ok: false,
      exit: 'NOT_FOUND',
      error: {
        code: 'user_missing',
        category: 'NOT_FOUND',
        message: 'No.',
        suggestion: 'Look.',
        retryable: null,
      },
      diagnostics: { malformed: false },
    })
  })

  it('ignores documents on stderr if the tool succeeded', () => {
    const onStderr = describeDialect({ data: '', error: { stream: 'stderr' } })
    expect(onStderr.decode(out('[1]', 0, '{"level":"info"}'))).toMatchObject({
      ok: true,
      data: [1],
      process: { stream: 'stdout' },
    })
    expect(onStderr.decode(out('', 3, '{"left":1}'))).toMatchObject({
      ok: false,
      data: { left: 1 },
      process: { stream: 'stderr' },
    })
  })

  it.each([wrapped, status, flat])('keeps an empty code and message', (dialect) => {
    const outcome = fail({ exit: 'NOT_FOUND', error: { code: '', message: '' } })
    expect(dialect.decode(encode(outcome, dialect))).toMatchObject({
      ok: false,
      error: { code: '', message: '' },
      diagnostics: { malformed: false },
    })
  })

  it('reads {status, data, error, meta} with its waits in seconds', () => {
    const text =
      '{"status":"error","error":{"code":"x","message":"m","retryable":true,"retry_after":2},"meta":{"request_id":"r"}}'
    expect(status.decode(out('', 1, `Warning\n${text}\n`))).toMatchObject({
      ok: false,
      error: { retryable: true, retry_after_ms: 2000 },
      meta: { request_id: 'r' },
      process: { stream: 'stderr' },
    })
  })

  it('reads {schema_version, data} with failures by exit number', () => {
    expect(versioned.decode(out('{"schema_version":"1.2","data":{"a":1}}')).data).toEqual({ a: 1 })
    expect(versioned.decode(out('', 1, 'boom'))).toMatchObject({
      ok: false,
      error: { synthesised: true, detail: 'boom' },
      diagnostics: { malformed: false },
    })
    const other = versioned.decode(out('{"schema_version":"9","data":1}'))
    expect(other.diagnostics.problems).toEqual([
      'constant_differs: \'schema_version\' is not "1.2"',
    ])
  })

  it('reads {apiVersion, data} and {apiVersion, error}', () => {
    expect(api.decode(out('{"apiVersion":"v1","data":1}'))).toMatchObject({ ok: true, data: 1 })
    expect(
      api.decode(out('{"apiVersion":"v1","error":{"code":404,"message":"m"}}', 1)),
    ).toMatchObject({
      ok: false,
      error: { code: '404', message: 'm' },
    })
  })

  it('reads flat {error, code} and keeps the other members', () => {
    expect(flat.decode(out('{"items":[],"n":0}'))).toMatchObject({
      ok: true,
      data: { items: [], n: 0 },
    })
    expect(flat.decode(out('{"error":"No.","code":"E1","at":3}', 1))).toMatchObject({
      ok: false,
      data: null,
      error: { code: 'E1', message: 'No.', details: { at: 3 } },
    })
  })

  it('reads a bare array with failures by exit number', () => {
    expect(bare.decode(out('noise\n[1,2]\n'))).toMatchObject({ ok: true, data: [1, 2] })
    expect(bare.decode(out('', 3, 'no such thing'))).toMatchObject({
      ok: false,
      exit: 'NOT_FOUND',
      error: { code: 'NOT_FOUND', detail: 'no such thing', synthesised: true },
    })
  })

  it.each([
    ['nothing at all', out('')],
    ['another shape', out('{"level":"info"}')],
    ['a cut document', out('{"success":true,"data":[1')],
    ['an unknown mark', out('{"success":"yes","data":1}')],
    [
      'an error beside success',
      out('{"success":true,"data":1,"error":{"code":"x","message":"m"}}'),
    ],
    ['a success with a failing exit', out('{"success":true,"data":1}', 7)],
    ['a failure with exit 0', out('{"success":false,"error":{"code":"x","message":"m"}}')],
    ['a mark that is there twice', out('{"success":false,"data":1,"success":true}')],
  ])('reads %s as a failure and says why', (_name, capture) => {
    const outcome = wrapped.decode(capture)
    expect(outcome.ok).toBe(false)
    expect(outcome.diagnostics.malformed).toBe(true)
    expect(outcome.diagnostics.problems.length).toBeGreaterThan(0)
  })
})

describe('writing with a described dialect', () => {
  it('writes members in the given order, and nulls if described', () => {
    expect(encode(succeed({ data: { a: 1 } }), wrapped, LOSSES)).toMatchObject({
      stdout: '{"success":true,"data":{"a":1},"error":null}\n',
      exit_code: 0,
      losses: [],
    })
    const outcome = fail({
      exit: 'NOT_FOUND',
      error: { code: 'user_missing', message: 'No.', suggestion: 'Look.' },
    })
    expect(encode(outcome, wrapped)).toMatchObject({
      stdout:
        '{"success":false,"data":null,"error":{"code":"user_missing","message":"No.","hint":"Look."}}\n',
      exit_code: 4,
    })
  })

  it('rounds waits up to whole seconds and reports the rest as a loss', () => {
    const outcome = fail({
      exit: 'RATE_LIMITED',
      error: { code: 'slow', message: 'm', retryable: true, retry_after_ms: 1500 },
    })
    const { stderr, losses } = encode(outcome, status, { stow: 'never', losses: true })
    expect(JSON.parse(stderr)).toMatchObject({ error: { retry_after: 2 } })
    expect(losses.map(({ pointer }) => pointer)).toContain('/error/retry_after_ms')
  })

  it('stows what it cannot say if there is room, and reports it', () => {
    const outcome = succeed({ data: 1, warnings: ['w'], meta: { type: 't' } })
    expect(encode(outcome, api, LOSSES).losses.map(({ kind }) => kind)).toEqual([
      'warnings',
      'type',
    ])
    expect(encode(outcome, status, LOSSES).losses).toEqual([])
  })

  it('prints nothing for a failure that only the exit number reports', () => {
    const outcome = fail({ exit: 'NOT_FOUND', error: { code: 'x', message: 'm' } })
    const { stdout, stderr, exit_code, losses } = encode(outcome, bare, LOSSES)
    expect({ stdout, stderr, exit_code }).toEqual({ stdout: '', stderr: '', exit_code: 3 })
    expect(losses.map(({ pointer }) => pointer)).toContain('/error/message')
  })

  it('does not mix payload members with those of the envelope', () => {
    const outcome = succeed({ data: { error: 'not one', n: 1 } })
    const encoded = encode(outcome, flat, LOSSES)
    expect(flat.decode(encoded)).toMatchObject({
      ok: true,
      data: { value: { error: 'not one', n: 1 } },
    })
    expect(encoded.losses.map(({ pointer }) => pointer)).toEqual(['/data'])
  })
})

const LOSSES = { losses: true } as const

// JSON text has no negative zero of its own.
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)
const text = fc.string({ maxLength: 12 })
const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc
    .record({
      data: json,
      warnings: fc.array(text, { maxLength: 2 }),
      meta: fc.dictionary(text, json, { maxKeys: 3 }),
    })
    .map((input) => succeed(input as Parameters<typeof succeed>[0])),
  fc
    .record({
      exit: fc.constantFrom(
        'NOT_FOUND',
        'ARG_ERROR',
        'TIMEOUT',
        'GENERAL_ERROR',
        'INTERRUPTED',
        'MY_OWN',
      ),
      data: json,
      error: fc.record(
        {
          code: text,
          message: text,
          suggestion: text,
          detail: text,
          retryable: fc.constantFrom(true, false, null),
          retry_after_ms: fc.nat(),
          details: fc.dictionary(text, json, { maxKeys: 2 }),
        },
        { requiredKeys: ['code', 'message'] },
      ),
    })
    .map((input) => fail(input as Parameters<typeof fail>[0])),
)

describe.each(Object.entries(all))('%s', (_name, dialect) => {
  it('reads back what it wrote, except for the reported losses', () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const encoded = encode(outcome, dialect, { stow: 'exact' })
        const read = dialect.decode(encoded)
        expect(read.ok).toBe(outcome.ok)
        const lost = new Set(
          encoded.losses.filter((loss) => loss.stowed_at === null).map((loss) => loss.pointer),
        )
        expect(facts(read, lost)).toEqual(facts(outcome, lost))
      }),
      { numRuns: 100 },
    )
  })

  it('never throws, and never reads a failing process as a success', () => {
    const bytes = fc.oneof(
      fc.string(),
      fc.uint8Array(),
      fc.json(),
      outcomes.map((outcome) => encode(outcome, dialect).stdout),
      outcomes.map((outcome) => encode(outcome, dialect).stderr.slice(1)),
    )
    fc.assert(
      fc.property(bytes, bytes, fc.integer({ min: -1, max: 256 }), (stdout, stderr, exit_code) => {
        const outcome = dialect.decode({ stdout, stderr, exit_code })
        if (exit_code !== 0) expect(outcome.ok).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})

function facts(outcome: Outcome, lost: ReadonlySet<string>): unknown {
  const all: Record<string, unknown> = {}
  const put = (pointer: string, value: unknown): void => {
    if (!lost.has(pointer) && value !== undefined) all[pointer] = value
  }
  put('/data', outcome.data)
  put('/warnings', outcome.warnings)
  for (const [key, value] of Object.entries(outcome.meta)) {
    put(`/meta/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value)
  }
  put('/exit', outcome.exit)
  for (const [key, value] of Object.entries(outcome.error ?? {})) put(`/error/${key}`, value)
  return all
}

describe('the schema of a described dialect', () => {
  const house = defineDialect({
    id: 'house',
    ok: { at: '/success', success: [true], failure: [false] },
    data: '/data',
    error: { at: '/error', code: '/error/code', message: '/error/message' },
  })

  it.each([
    ['a result without data', { success: true }, '', "the member 'data' is missing"],
    ['a failure without an error', { success: false }, '', "the member 'error' is missing"],
    ['a mark that means nothing', { success: 'yes', data: 1 }, '/success', ''],
  ])('rejects %s', (_name, document, pointer, message) => {
    const problems = validateDocument(house, document)
    expect(problems.map((problem) => problem.pointer)).toContain(pointer)
    expect(problems.map((problem) => problem.message).join()).toContain(message)
  })

  it.each([
    [{ success: true, data: null }],
    [{ success: true, data: [], error: null, took: 5 }],
    [{ success: false, error: { code: 'x', message: 'm' } }],
    [{ success: false, data: null, error: { code: 'x', message: 'm' } }],
  ])('accepts %j', (document) => {
    expect(validateDocument(house, document)).toEqual([])
  })
})
