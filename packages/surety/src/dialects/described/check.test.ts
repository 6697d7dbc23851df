import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkDescription } from './check.ts'
import { defineDialect } from './define.ts'
import type { DialectDescription } from '../../description/index.ts'

const good: DialectDescription = {
  id: 'house',
  ok: { at: '/success', success: [true], failure: [false] },
  data: '/data',
  error: { at: '/error', code: '/error/code', message: 'error.message' },
  exits: { 4: 'NOT_FOUND' },
}

const cycle: unknown[] = []
cycle.push(cycle)

it('accepts a valid description', () => {
  expect(checkDescription(good)).toEqual([])
})

describe('checkDescription', () => {
  it.each([
    ['/id', { id: 'My Tool' }, 'must be words in lower case'],
    ['/id', { id: 'td' }, 'built-in'],
    ['/error/code', { error: { at: '/error', code: 'error/code' } }, 'starts with a slash'],
    ['/constants/~1v', { constants: { '/v': Number.NaN } }, 'JSON value'],
    ['/constants/~1v', { constants: { '/v': cycle } }, 'without cycles'],
    ['/layout', { layout: 'tabs' }, '"compact","pretty"'],
    ['/erorr', { erorr: {} }, 'did you mean error?'],
    ['/ok/success', { ok: { at: '/ok', success: [], failure: [false] } }, 'must not be empty'],
    ['/ok/failure/0', { ok: { at: '/ok', success: [1], failure: [1] } }, 'cannot mean both'],
    ['/ok/at', { ok: { at: 5, success: [1], failure: [2] } }, 'must be string'],
    ['/data', { data: 7 }, 'must be string'],
    ['/data', { data: '/a~2' }, '~0'],
    [
      '/error/message',
      { error: { at: '/error', code: '/error', message: '/error/m' } },
      'overlaps',
    ],
    [
      '/error/wait/unit',
      { error: { at: '/error', wait: { at: '/error/w', unit: 'h' } } },
      '"ms","s"',
    ],
    ['/exits/0', { exits: { 0: 'NOT_FOUND' } }, 'only mean SUCCESS'],
    ['/exits/999', { exits: { 999: 'NOT_FOUND' } }, '0 to 255'],
    ['/exits/3', { exits: { 3: 'MISSING' } }, 'must be one of'],
    ['/exit_numbers/NOT_FOUND', { exit_numbers: { NOT_FOUND: 0 } }, 'a failure must not be'],
    ['/codes/x', { codes: { x: 'SUCCESS' } }, 'must be one of'],
    ['/order', { order: ['a', 'a'] }, 'equal items'],
    ['/warnings', { warnings: '/data/w' }, 'overlaps'],
  ])('points at the mistake at %s', (pointer, change, words) => {
    const problems = checkDescription({ ...good, ...change })
    expect(problems.map((problem) => problem.pointer)).toContain(pointer)
    expect(problems.find((problem) => problem.pointer === pointer)?.message).toContain(words)
  })

  it('reports all mistakes at once', () => {
    const shape = checkDescription({ id: '', layuot: 1, error: { code: 3 } })
    expect(shape.map((problem) => problem.pointer)).toEqual(['/id', '/layuot', '/error/code'])
    const rules = checkDescription({ ...good, id: 'td', error: { code: 'a..b' } })
    expect(rules.map((problem) => problem.pointer)).toEqual(['/id', '/error/at', '/error/code'])
  })

  it('makes defineDialect throw with every mistake', () => {
    expect(() => defineDialect({ ...good, id: 'A', layout: 'x' as 'compact' })).toThrow(
      /\/id: .*\n\/layout: /,
    )
  })
})

it('takes a member that is undefined for absent', () => {
  const meta_members = { type: undefined, took: '/took' } as unknown as Record<string, string>
  const { decode } = defineDialect({ ...good, meta_members })
  const stdout = '{"success":true,"data":1,"took":3}'
  expect(decode({ stdout, stderr: '', exit_code: 0 }).meta).toMatchObject({ took: 3 })
})

it('never throws, and what it accepts can be used', () => {
  const anything = fc.anything({ withNullPrototype: true })
  const near = fc.record(
    {
      id: fc.constantFrom('a', 'a-1', 'A'),
      ok: fc.oneof(anything, fc.constant(good.ok)),
      constants: fc.dictionary(fc.constantFrom('/v', 'a.b', '/__proto__', ''), fc.jsonValue()),
      data: fc.constantFrom('', '/data', 'a.b', '/__proto__/x', '//', 5),
      error: fc.oneof(anything, fc.constant(good.error), fc.constant({ at: '/e', message: '/e' })),
      warnings: fc.constantFrom('/w', '/meta/w', '..'),
      meta: fc.constantFrom('/meta', '/data/meta'),
      meta_members: fc.oneof(anything, fc.constant({ type: '/type', duration_ms: '/took' })),
      exits: fc.oneof(anything, fc.constant(good.exits)),
      codes: fc.dictionary(fc.string(), fc.constantFrom('NOT_FOUND', 'x')),
      unused: fc.constantFrom('null', 'absent'),
      order: fc.oneof(anything, fc.constant(['data'])),
      stow: fc.constantFrom('/meta', '/error', '/x/y'),
    },
    { requiredKeys: [] },
  )
  // A good description with one member replaced: most of what passes comes from here.
  const nearer = fc.tuple(near, fc.nat()).map(([members, pick]) => {
    const entries = Object.entries(members)
    return { ...good, ...Object.fromEntries([entries[pick % entries.length] ?? ['id', 'a']]) }
  })
  let passed = 0
  fc.assert(
    fc.property(fc.oneof(anything, near, nearer), (description) => {
      if (checkDescription(description).length > 0) return
      passed += 1
      const dialect = defineDialect(description as DialectDescription)
      const outcome = dialect.decode({ stdout: '{"data":1}', stderr: '', exit_code: 0 })
      const { document } = dialect.toDocument(outcome)
      expect(() => JSON.stringify(document)).not.toThrow()
    }),
    { numRuns: 600 },
  )
  expect(passed).toBeGreaterThan(15)
})
