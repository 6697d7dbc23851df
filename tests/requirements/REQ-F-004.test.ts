import { readFile } from 'node:fs/promises'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { acme, folder } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { surety } from '../e2e/processes/run-surety.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  const LINES = [
    'fine',
    'undeclared-exit',
    'crash',
    'own-exit',
    'things rm abc',
    'calls-network --timeout 0',
  ]
  let answers: readonly Awaited<ReturnType<typeof newest>>[] = []
  beforeAll(async () => {
    answers = await Promise.all(LINES.map((line) => newest(line.split(' '))))
  })

  it('REQ-F-004/9,10: has the exit in meta and passes the schema, whatever it is about', async () => {
    const schema = JSON.parse(
      await readFile('packages/surety/schemas/1.16/response-envelope.json', 'utf8'),
    ) as object
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    for (const [at, { envelope, meta, code }] of answers.entries()) {
      expect(isValid(envelope), `${LINES[at]}: ${JSON.stringify(isValid.errors)}`).toBe(true)
      expect(meta['exit_code']).toBe(code)
      expect(envelope['ok']).toBe(code === 0)
      expect(envelope['error'] === null).toBe(code === 0)
    }
  })

  it('REQ-F-004/11: has warnings with codes', () => {
    const warnings = answers.flatMap(({ envelope }) => envelope['warnings'] as Loose[])
    expect(warnings.length).toBeGreaterThan(0)
    for (const warning of warnings)
      expect(warning).toEqual({
        code: expect.stringMatching(/^[A-Z][A-Z0-9_]+$/),
        message: expect.any(String),
        ...(warning['context'] !== undefined && { context: expect.any(Object) }),
      })
  })

  it('REQ-F-004/12: of a failure has no data', () => {
    for (const { code, data } of answers) if (code !== 0) expect(data).toBeNull()
  })

  it('REQ-F-011/7: has the limit of its time, and 0 for none', () => {
    expect(answers.map(({ meta }) => meta['timeout_ms'] as number)).toEqual([
      30_000, 30_000, 30_000, 30_000, 30_000, 0,
    ])
  })

  it('REQ-F-006/7: is alone on stdout, and nothing is on stderr', () => {
    for (const { documents, stdout, stderr } of answers) {
      expect([documents.length, stdout.trimEnd().split('\n').length]).toEqual([1, 1])
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
