import { readFile } from 'node:fs/promises'

import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'

import { acme, folder } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { surety } from '../e2e/processes/run-surety.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  it('REQ-F-004/9,10,11,12 REQ-F-011/7 REQ-F-006/7: has the exit in meta, warnings with codes, and passes the schema', async () => {
    const schema = JSON.parse(
      await readFile('schemas/1.16/response-envelope.json', 'utf8'),
    ) as object
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    for (const line of [
      'fine',
      'undeclared-exit',
      'crash',
      'own-exit',
      'things rm abc',
      'calls-network --timeout 0',
    ]) {
      const { envelope, meta, code, data, stderr } = await newest(line.split(' '), {})
      expect(isValid(envelope), `${line}: ${JSON.stringify(isValid.errors)}`).toBe(true)
      expect(meta['exit_code']).toBe(code)
      expect(meta['timeout_ms']).toBe(line.endsWith('0') ? 0 : 30_000)
      expect(envelope['ok']).toBe(code === 0)
      if (code !== 0) expect(data).toBeNull()
      for (const warning of envelope['warnings'] as Loose[])
        expect(warning).toEqual({
          code: expect.stringMatching(/^[A-Z][A-Z0-9_]+$/),
          message: expect.any(String),
          ...(warning['context'] !== undefined && { context: expect.any(Object) }),
        })
      expect(stderr).toBe('')
    }
  })

  it('REQ-F-004/14: is a failure if it or the process reports one', async () => {
    const envelope = {
      ok: false,
      data: null,
      error: { code: 'GONE', message: 'It is gone.' },
      warnings: [],
      meta: { exit_code: 5, duration_ms: 1 },
    }
    const capture = { stdout: JSON.stringify(envelope), stderr: '', exit_code: 0 }
    const argv = ['decode', '--captures', '-', '--dialect', 'spec-1.16', '--json']
    const { stdout } = await surety(argv, `${JSON.stringify(capture)}\n`)
    expect(stdout).toMatch(/"ok":false,"exit":"NOT_FOUND"/)
  })

  it('REQ-F-004/13 REQ-O-021/8 REQ-C-004/10: has the facts of a failure in its context', async () => {
    const home = folder()
    await newest(['change', 'logs', 'text'], { env: { HOME: home } })
    const env = { HOME: home }
    const { code, error } = await newest(['remove', 'logs'], { env })
    expect(code).toBe(2)
    expect(error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      context: { would_affect: { name: 'logs', bytes: 4 }, danger_level: 'destructive' },
    })
    const both = await newest(['remove', 'logs', '--dry-run', '--confirm-destructive'], { env })
    expect(both).toMatchObject({ code: 0, calls: 0, data: { effect: 'would_delete' } })
  })
})
