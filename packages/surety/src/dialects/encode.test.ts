import { describe, expect, it } from 'vitest'

import { fail, succeed } from '../contract/index.ts'
import { encode } from './encode.ts'
import { PAY_EXIT_BY_CODE } from './incur/codes.ts'
import { loadDialect, loadEncoder } from './registry/load-dialect.ts'
import { DIALECT_IDS } from './registry/built-in.ts'

describe('encode', () => {
  it('prints td with an indent of two and escapes beyond ASCII', async () => {
    const { stdout } = encode(
      succeed({ data: 'café', meta: { type: 'text' } }),
      await loadEncoder('td'),
    )
    expect(stdout).toBe('{\n  "ok": true,\n  "type": "text",\n  "data": "caf\\u00e9"\n}\n')
  })

  it('omits empty details in animus errors', async () => {
    const animus = await loadEncoder('animus-1')
    const outcome = fail({ exit: 'NOT_FOUND', error: { code: 'not_found', message: 'gone' } })
    expect(encode(outcome, animus, { stow: 'never' })).toMatchObject({
      stdout: '',
      stderr:
        '{"schema":"animus.cli.v1","ok":false,"error":{"code":"not_found","message":"gone","exit_code":3}}\n',
      exit_code: 3,
    })
  })

  it('exits with the number of the table by code, if the tool has one', async () => {
    const compact = await loadEncoder('incur-compact')
    const outcome = fail({
      exit: 'PAYMENT_REQUIRED',
      error: { code: 'no_funded_rail', message: 'no funds' },
    })
    expect(encode(outcome, compact).exit_code).toBe(1)
    expect(encode(outcome, compact, { exitByCode: PAY_EXIT_BY_CODE }).exit_code).toBe(3)
  })

  it.each(DIALECT_IDS)(
    'exits with 130 for SIGINT in %s, which reads without problems',
    async (id) => {
      const dialect = await loadDialect(id)
      const outcome = fail({ exit: 'INTERRUPTED', error: { code: 'INTERRUPTED', message: 'stop' } })
      const encoded = encode(outcome, dialect)
      expect(encoded.exit_code).toBe(130)
      expect(dialect.decode(encoded)).toMatchObject({
        exit: 'INTERRUPTED',
        diagnostics: { malformed: false },
      })
    },
  )

  it.each(DIALECT_IDS)('writes deeply nested data in %s', async (id) => {
    const dialect = await loadDialect(id)
    const td = await loadDialect('td')
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const stdout = `{"ok":true,"type":"t","data":${deep}}`
    const outcome = td.decode({ stdout, stderr: '', exit_code: 0 })
    const encoded = encode(outcome, dialect)
    expect(encoded.stdout).toContain(deep)
    expect(dialect.decode(encoded).ok).toBe(true)
  })
})
