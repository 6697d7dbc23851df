import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { jsonValue, outcome as arbitraryOutcome } from './outcome.arbitrary.ts'
import { DIALECT_IDS } from './built-in.ts'
import { loadDialect } from './registry.ts'
import { validateCapture, validateDocument } from './validate-document.ts'

describe('validateDocument', () => {
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
        expect(validateDocument(dialect, document).length === 0).toBe(full(document))
      }),
      { numRuns: 100 },
    )
    function documentOf(outcome: Parameters<typeof dialect.toDocument>[0]) {
      const { document } = dialect.toDocument(outcome)
      return JSON.parse(JSON.stringify(document ?? null))
    }
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
