import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isFailureName, type JsonValue } from '../contract/index.ts'
import { jsonValue, outcome as arbitraryOutcome } from './outcome.arbitrary.ts'
import { loadDialect } from './registry/load-dialect.ts'
import { DIALECT_IDS } from './registry/built-in.ts'
import { decode, validateCapture, validateDocument } from './read-capture.ts'

describe('validateDocument', () => {
  it.each(['spec-1.0', 'spec-1.6', 'spec-1.16'])(
    'refuses a redirect of %s to nothing, be it empty or blank',
    async (id) => {
      const spec = await loadDialect(id)
      for (const command of ['', '  ', '\n']) {
        const redirect = { command, permanent: true, reason: 'renamed' }
        const error = { code: 'REDIRECTED', message: 'Moved', retryable: false, redirect }
        const document = { ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } }
        expect(validateDocument(spec, document)).toContainEqual({
          pointer: '/error/redirect/command',
          message: 'must be a text that is not blank',
        })
      }
    },
  )

  it('points at a missing member and at a wrong one', async () => {
    const td = await loadDialect('td')
    expect(validateDocument(td, { ok: true, data: [] })).toEqual([
      { pointer: '', message: "the member 'type' is missing" },
    ])
    const spec = await loadDialect('spec-1.0')
    const document = {
      ok: false,
      data: null,
      warnings: [],
      meta: { duration_ms: -1 },
      error: { code: 'X', message: 'y', phase: 'later' },
    }
    expect(validateDocument(spec, document).map(({ pointer }) => pointer)).toEqual([
      '/meta/duration_ms',
      '/error/phase',
    ])
  })

  it('reports mistakes against the intended shape', async () => {
    const td = await loadDialect('td')
    expect(validateDocument(td, { ok: true, type: 5, data: 1 })).toEqual([
      { pointer: '/type', message: 'must be string, not number' },
    ])
  })

  it.each(DIALECT_IDS)('agrees with a full validator about documents of %s', async (id) => {
    const dialect = await loadDialect(id)
    const full = new Ajv({ strict: false }).compile(dialect.schema as object)
    fc.assert(
      fc.property(fc.oneof(jsonValue, arbitraryOutcome.map(documentOf)), (document) => {
        const { schema } = dialect
        expect(validateDocument({ schema }, document).length === 0).toBe(full(document))
      }),
      { numRuns: 100 },
    )
    function documentOf(outcome: Parameters<typeof dialect.toDocument>[0]) {
      const { document } = dialect.toDocument(outcome)
      return JSON.parse(JSON.stringify(document ?? null))
    }
  })

  it.each(DIALECT_IDS)(
    'accepts every document that is written in %s, with its exit',
    async (id) => {
      const dialect = await loadDialect(id)
      fc.assert(
        fc.property(arbitraryOutcome, (outcome) => {
          // A redirect whose code names another exit contradicts itself, whoever writes it.
          fc.pre(outcome.exit !== 'REDIRECTED' || !isFailureName(outcome.error?.code ?? ''))
          const { document, exit_code: exit } = dialect.toDocument(outcome)
          const written = JSON.parse(JSON.stringify(document ?? null)) as JsonValue
          expect(dialect.rules?.(written, exit) ?? []).toEqual([])
          expect(dialect.rules?.(written) ?? []).toEqual([])
        }),
        { numRuns: 100 },
      )
    },
  )

  const envelope = (more: object) => ({
    ok: true,
    data: {},
    error: null,
    warnings: [],
    meta: { duration_ms: 1 },
    ...more,
  })
  const error = { code: 'X', message: 'm' }
  it.each([
    ['data and error are both null', envelope({ data: null }), undefined],
    ['ok is true beside an error', envelope({ error }), undefined],
    ['ok is false without an error', envelope({ ok: false, data: null }), undefined],
    [
      'a redirect has the code of another exit',
      envelope({
        ok: false,
        data: null,
        error: { ...error, code: 'ARG_ERROR', redirect: { command: 'a b', permanent: true } },
      }),
      undefined,
    ],
    [
      'a redirect has another exit',
      envelope({
        ok: false,
        data: null,
        error: { ...error, redirect: { command: 'a b', permanent: true } },
      }),
      3,
    ],
    ['the exit is that of a redirect', envelope({ ok: false, data: null, error }), 13],
    ['a failure has data', envelope({ ok: false, error }), 1],
    [
      'unmodified data is there',
      envelope({ meta: { duration_ms: 1, not_modified: true } }),
      undefined,
    ],
    [
      'there is a wait without retryable',
      envelope({ ok: false, data: null, error: { ...error, retry_after: 3 } }),
      11,
    ],
    ['ok differs from the exit', envelope({}), 1],
  ])('refuses a document of the founding document where %s', async (_why, document, exit) => {
    const spec = await loadDialect('spec-1.0')
    expect(validateDocument(spec, document as JsonValue, exit)).not.toEqual([])
  })

  it('reports problems of the whole capture', async () => {
    const spec = await loadDialect('spec-1.0')
    const stdout = '{"ok":true,"data":{},"error":null,"warnings":[],"meta":{"duration_ms":1}}'
    expect(validateCapture(spec, { stdout, stderr: '', exit_code: 0 })).toEqual([])
    expect(validateCapture(spec, { stdout, stderr: '', exit_code: 5 })[0]?.message).toMatch(
      /^ok_contradicts_exit: /,
    )
  })
})

const PAGE = { total: null, returned: 0, truncated: false, has_more: false, next_cursor: null }

describe('an envelope of contract 1.16', () => {
  const envelope = (more: object, meta: object = {}): JsonValue =>
    JSON.parse(
      JSON.stringify({
        ok: true,
        data: {},
        error: null,
        warnings: [],
        meta: { exit_code: 0, duration_ms: 1, ...meta },
        ...more,
      }),
    ) as JsonValue
  const failure = { ok: false, data: null, error: { code: 'NO_IDEA', message: 'm' } }

  it.each([
    ['a plain success', envelope({})],
    ['a page', envelope({ data: [] }, { pagination: PAGE, timestamp: '2026-10-09T08:00:00Z' })],
    ['a failure', envelope(failure, { exit_code: 1 })],
    ['a failure with data', envelope({ ...failure, data: { partial: true } }, { exit_code: 130 })],
  ])('is accepted: %s', async (_name, document) => {
    expect(validateDocument(await loadDialect('spec-1.16'), document)).toEqual([])
  })

  it.each([
    ['no exit code', { ...(envelope({}) as object), meta: { duration_ms: 1 } }, ['/meta']],
    ['a failure with exit code 0', envelope(failure), ['/error', '/ok']],
    ['a warning that is a text', envelope({ warnings: ['x'] }), ['/warnings/0']],
    [
      'a code in lower case',
      envelope({ ...failure, error: { code: 'no', message: 'm' } }, { exit_code: 1 }),
      ['/error/code'],
    ],
    [
      'details as an object',
      envelope({ ...failure, error: { ...failure.error, detail: {} } }, { exit_code: 1 }),
      ['/error/detail'],
    ],
    [
      'a page with a member too many',
      envelope({}, { pagination: { ...PAGE, page: 1 } }),
      ['/meta/pagination/page'],
    ],
    [
      'a time without an offset',
      envelope({}, { timestamp: '2026-10-09T08:00:00' }),
      ['/meta/timestamp'],
    ],
    ['an empty command', envelope({}, { command: '' }), ['/meta/command']],
    [
      'effects that are no numbers',
      envelope({}, { effects: { Made: -1 } }),
      ['/meta/effects/Made', '/meta/effects/Made'],
    ],
    ['a partial mark at the top', envelope({ partial: true }), ['/partial']],
    [
      'exit 14 without its data',
      envelope({ ...failure }, { exit_code: 14 }),
      ['/data', '/error/code'],
    ],
  ])('is refused: %s', async (_name, document, pointers) => {
    const problems = validateDocument(await loadDialect('spec-1.16'), document)
    expect(problems.map(({ pointer }) => pointer)).toEqual(pointers)
  })

  it('is refused if its exit code is not that of the process', async () => {
    const dialect = await loadDialect('spec-1.16')
    expect(validateDocument(dialect, envelope({}), 1)).toMatchObject([
      { pointer: '/meta/exit_code' },
    ])
  })
})

describe('a success that calls itself a failure', () => {
  const capture = (stdout: string) => ({ stdout, stderr: '', exit_code: 0 })

  it.each([
    ['incur-compact', '{"code":"NOT_FOUND","message":"It is gone."}', 'NOT_FOUND: It is gone.'],
    ['incur-compact', '{"ok":false}', '{"ok":false}'],
  ])('is told under a declared %s: %s', async (dialect, stdout, which) => {
    const { outcome } = await decode(capture(stdout), { dialect })
    expect(outcome.ok).toBe(true)
    expect(outcome.warnings).toEqual([expect.stringContaining(`a failure (${which}), but`)])
  })

  it('is none where the exit is unknown, or the result only has a code', async () => {
    const error = capture('{"code":"GONE","message":"It is gone."}')
    const piped = await decode(error, { dialect: 'incur-compact', isExitUnknown: true })
    expect([piped.outcome.ok, piped.outcome.warnings]).toEqual([false, []])
    const result = capture('{"code":"DE","message":"Germany","area":1}')
    const { outcome } = await decode(result, { dialect: 'incur-compact' })
    expect(outcome.warnings).toEqual([])
  })
})
