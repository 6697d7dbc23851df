import { readFile } from 'node:fs/promises'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { acme, expectEnvelope, type Answer, GENERATION } from '../e2e/processes/run-acme.ts'
import { lines, refusal } from './lines.ts'

/** Every standard failure with its exit. */
const FAILURES = [
  ['GENERAL_ERROR', 1],
  ['ARG_ERROR', 2],
  ['PARTIAL_FAILURE', 3],
  ['PRECONDITION', 4],
  ['NOT_FOUND', 5],
  ['CONFLICT', 6],
  ['PERMISSION_DENIED', 7],
  ['AUTH_REQUIRED', 8],
  ['PAYMENT_REQUIRED', 9],
  ['TIMEOUT', 10],
  ['RATE_LIMITED', 11],
  ['UNAVAILABLE', 12],
] as const

describe('an answer', () => {
  const answers = new Map<string, Answer>()
  const given = (name: string): Answer => answers.get(name)!

  beforeAll(async () => {
    const others = [
      'fine',
      'own-exit',
      'crash',
      'things rm abc',
      'many',
      'undeclared-exit',
      'recoverable',
    ]
    const lines = [...FAILURES.map(([name]) => `failure ${name}`), ...others]
    const run = (line: string) => acme(line.split(' '))
    const ended = await Promise.all(lines.map(run))
    for (const [at, line] of lines.entries()) answers.set(line, ended[at]!)
  }, 60_000)

  it.each(FAILURES)(
    'REQ-F-001/1 REQ-C-013/1,7: of %s has its own exit, %i, and an error',
    (name, exit) => {
      const { code, error, warnings } = given(`failure ${name}`)
      expect(code).toBe(exit)
      expect(error).toMatchObject({ code: `IT_IS_${name}`, message: 'It did not work.' })
      expect(warnings).toBe('[]')
    },
  )

  it('REQ-F-001/5: is 0 if it did what was asked, and never else', () => {
    for (const [line, { code, envelope }] of answers) {
      const isFailure = !['fine', 'many'].includes(line)
      expect([line, code !== 0, envelope['ok']]).toEqual([line, isFailure, !isFailure])
    }
  })

  it('REQ-F-001/6: is 1 only for what nobody foresaw, or what its author calls so', () => {
    const last = [...answers].filter(([, { code }]) => code === 1).map(([line]) => line)
    expect(last).toEqual(['failure GENERAL_ERROR', 'crash'])
  })

  it('REQ-F-001/8 REQ-C-013/5: of an after-fix exit is not retryable and says what to fix', () => {
    for (const name of ['ARG_ERROR', 'PRECONDITION', 'AUTH_REQUIRED', 'PAYMENT_REQUIRED'])
      expect(given(`failure ${name}`).error).toMatchObject({
        retryable: false,
        fix_required: expect.stringMatching(/\w/),
      })
    const moved = given('things rm abc')
    expect(moved.code).toBe(13)
    expect(moved.error['redirect']).toMatchObject({ command: 'acme remove abc', permanent: true })
    expect(given('failure RATE_LIMITED').error['retryable']).toBe(true)
    expect(given('recoverable').error['suggestion']).toBe('Run acme fine first.')
  })

  it('REQ-F-001/1,12 REQ-C-001/5,8: of an own exit has its number, of an undeclared one a warning', () => {
    expect(given('own-exit').code).toBe(79)
    expect(given('undeclared-exit').code).toBe(6)
    expect(given('undeclared-exit').warnings).toMatch(/undeclared-exit ended with CONFLICT/)
  })

  it('REQ-F-004/1: passes the schema of envelopes, whatever it is about', async () => {
    const schema = JSON.parse(
      await readFile(
        `packages/surety/schemas/${GENERATION.slice(5)}/response-envelope.json`,
        'utf8',
      ),
    ) as object
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    expect(answers.size).toBe(19)
    for (const [line, { envelope }] of answers)
      expect(isValid(envelope), `${line}: ${JSON.stringify(isValid.errors)}`).toBe(true)
  })

  it('REQ-F-004/2,3,4,6 REQ-F-003/5: is one line with five members, of which data or error is null', () => {
    for (const [line, answer] of answers) {
      expectEnvelope(answer)
      expect(answer.data === null, line).toBe(answer.code !== 0)
    }
  })

  it('REQ-F-004/5: with many results is the same envelope as with one', () => {
    expect(given('many').data).toHaveLength(20)
    expect(Object.keys(given('many').envelope)).toEqual(Object.keys(given('fine').envelope))
  })

  it('REQ-F-004/8: has neither data nor error only if nothing changed', async () => {
    const { data } = await acme(['manifest'])
    const same = await acme(['manifest', '--etag', data['etag'] as string])
    expect(same.envelope).toMatchObject({ data: null, error: null, meta: { not_modified: true } })
    for (const [line, { envelope }] of answers)
      expect(envelope['data'] === null && envelope['error'] === null, line).toBe(false)
  })

  describe('to a crash', () => {
    let loud: Answer
    beforeAll(async () => {
      loud = await acme(['crash', '--debug'])
    })

    it('REQ-F-004/7 REQ-F-006/6 REQ-C-013/3: is an envelope on stdout with a sentence', () => {
      expectEnvelope(loud)
      expect(given('crash')).toMatchObject({ code: 1, data: null, stderr: '' })
      expect(given('crash').error).toMatchObject({
        code: 'INTERNAL_ERROR',
        message: expect.stringMatching(/^[A-Z].*\.$/),
      })
    })

    it('REQ-F-006/3 REQ-C-013/4,6: has its trace on stderr, and nothing of it on stdout', () => {
      for (const { stdout } of [given('crash'), loud]) expect(stdout).not.toMatch(/\n? +at |\.mjs/)
      expect(loud.stderr).toMatch(/the database went away[^]* at .*requirements.commands\.mjs/)
    })
  })

  it('REQ-C-013/2: has a code in upper case', () => {
    for (const { error, code } of answers.values())
      if (code !== 0) expect(error['code']).toMatch(/^[A-Z][A-Z0-9_]+$/)
  })
})

describe('exits that a fix precedes', () => {
  it.each(['after-fix-exit', 'after-fix-error'])(
    'REQ-F-001/8: a code that is called after fix cannot be declared retryable: %s',
    async (name) => {
      expect((await refusal(name)).message).toContain('is never retryable')
    },
  )

  it('REQ-F-001/8: a handler that calls such a failure retryable is corrected', async () => {
    const { code, error } = await lines(['claims-retry'])
    expect(code).toBe(4)
    expect(error).toMatchObject({ retryable: false, fix_required: expect.stringMatching(/\w/) })
  })
})
