import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'

import { fail, succeed } from '../../contract/index.ts'
import { decode, translate } from '../read-capture.ts'
import { encode } from '../encode.ts'
import { loadDialect, loadEncoder } from '../registry/load-dialect.ts'
import { checkDescription } from './check.ts'
import descriptionSchema from '../../../schemas/description.json' with { type: 'json' }
import { loadDialectFile, parseDialectFile } from './file.ts'

const folder = new URL('../../../../../examples/dialects/', import.meta.url)
const path = (name: string): string => fileURLToPath(new URL(name, folder))
const files = ['success-flag.surety.yaml', 'status-word.surety.yaml', 'bare-list.surety.json']

interface Line {
  readonly id: string
  readonly dialect: string
  readonly stdout: string
  readonly stderr: string
  readonly exit_code: number
}

const captures = readFileSync(path('captures.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)

const expected: Readonly<Record<string, object>> = {
  'flag success': { ok: true, data: { id: 7 }, diagnostics: { malformed: false } },
  'flag failure': {
    ok: false,
    exit: 'NOT_FOUND',
    error: { code: 'user_not_found', suggestion: 'List them.' },
    diagnostics: { malformed: false },
  },
  'flag contradiction': {
    ok: false,
    data: [],
    error: { synthesised: true },
    diagnostics: { malformed: true },
  },
  'word success': { ok: true, data: [1, 2], warnings: ['old flag'], meta: { duration_ms: 12 } },
  'word failure': {
    ok: false,
    exit: 'UNAVAILABLE',
    error: { retryable: true, retry_after_ms: 30_000 },
  },
  'list success': { ok: true, data: [{ name: 'a' }, { name: 'b' }] },
  'list failure': { ok: false, exit: 'NOT_FOUND', error: { detail: 'no such list' } },
  'list cut': { ok: false, diagnostics: { malformed: true } },
}

describe('the worked examples', () => {
  it.each(captures.map((line) => [line.id, line] as const))(
    'read the capture %s',
    async (id, line) => {
      const { outcome } = await decode(line, { dialect: path(line.dialect) })
      expect(outcome).toMatchObject(expected[id]!)
    },
  )

  it.each(files)('%s is loaded by its path wherever an id is accepted', async (name) => {
    const dialect = await loadDialect(path(name))
    expect(dialect.id).toBe(name.split('.')[0])
    expect((await loadEncoder(path(name))).id).toBe(dialect.id)
    const outcome = succeed({ data: [{ a: 1 }] })
    const encoded = encode(outcome, dialect)
    const there = await translate(encoded, path(name), 'spec-1.0')
    const back = await translate(there.encoded, 'spec-1.0', path(name))
    expect(dialect.decode(back.encoded)).toMatchObject({ ok: true, data: [{ a: 1 }] })
  })

  it.each(['success-flag.surety.yaml', 'status-word.surety.yaml'])(
    '%s stows what it cannot say if asked to',
    async (name) => {
      const dialect = await loadDialectFile(path(name))
      const outcome = fail({
        exit: 'TIMEOUT',
        warnings: ['w'],
        error: {
          code: 'SLOW',
          message: 'm',
          phase: 'execution',
          retry_strategy: 'immediate',
          retryable: true,
        },
      })
      const encoded = encode(outcome, dialect, { stow: 'exact' })
      expect(encoded.losses.length).toBeGreaterThan(0)
      expect(encoded.losses.every((loss) => loss.stowed_at !== null)).toBe(true)
      expect(dialect.decode(encoded)).toMatchObject({
        exit: 'TIMEOUT',
        warnings: ['w'],
        error: outcome.error,
      })
    },
  )
})

describe('the schema of descriptions', () => {
  const validate = new Ajv({ strict: false }).compile(descriptionSchema as object)

  it.each(files)('accepts %s', async (name) => {
    const { description } = await loadDialectFile(path(name))
    expect(validate({ surety: 1, dialect: description }), JSON.stringify(validate.errors)).toBe(
      true,
    )
    expect(checkDescription(description)).toEqual([])
  })

  it.each([
    { id: 'A', data: '' },
    { data: '' },
    { id: 'a', data: '', extra: 1 },
    { id: 'a', data: '', exits: { 1: 'NOPE' } },
    { id: 'a', data: '', error: { at: '/e', wait: { at: '/w' } } },
  ])('rejects what the checker rejects: %j', (description) => {
    expect(validate({ surety: 1, dialect: description })).toBe(false)
    expect(checkDescription(description)).not.toEqual([])
  })
})

it('reports all mistakes of a file at once', async () => {
  const parsed = await parseDialectFile('surety: 1\ndialect: { id: X, data: /d, errors: {} }\n')
  expect(parsed).toMatchObject({ ok: false })
  expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.pointer)).toEqual([
    '/dialect/id',
    '/dialect/errors',
  ])
  expect(await parseDialectFile('a: [')).toMatchObject({ ok: false, problems: [{ pointer: '' }] })
  await expect(loadDialectFile('./no-such.yaml')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
})

it('reports a member that appears twice in a JSON file', async () => {
  const json = '{"surety":1,"dialect":{"id":"x","data":"/a","data":"/b"}}'
  expect(await parseDialectFile(json)).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining('a member twice') }],
  })
  const yaml = 'surety: 1\ndialect:\n  id: x\n  data: /a\n  data: /b\n'
  expect(await parseDialectFile(yaml)).toMatchObject({ ok: false })
})

it('reports keys that are not strings and unknown tags, and prints nothing to stderr', async () => {
  const warnings: unknown[] = []
  const listen = (warning: unknown): void => void warnings.push(warning)
  process.on('warning', listen)
  const text = 'surety: 1\ndialect: { id: x, data: /d }\n? [1, 2]\n: y\nevil: !!js/function z\n'
  const parsed = await parseDialectFile(text)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', listen)
  expect(parsed).toMatchObject({
    ok: false,
    problems: [{ pointer: '/[ 1, 2 ]' }, { pointer: '/evil' }],
  })
  expect(warnings).toEqual([])
})
