import { basename, join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createSessionId, creationTimeOf, findIdProblem, meansNewest } from './session-id.ts'

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['../x', 'separator'],
  ['a/b', 'separator'],
  ['a\\b', 'separator'],
  ['..', 'traversal'],
  ['a\0b', 'control character'],
  ['a\nb', 'control character'],
  ['x'.repeat(201), 'too long'],
  ['é'.repeat(101), 'too long'],
  ['.hidden', 'hidden'],
  ['__proto__', 'reserved'],
  ['a.rot-1', 'reserved'],
])('%j is refused: %s', (id, problem) => {
  expect(findIdProblem(id)).toBe(problem)
})

test('an id that passes is the name of a file in the store', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      if (findIdProblem(id) !== undefined) return
      const path = join('store', `${id}.jsonl`)
      expect(basename(path)).toBe(`${id}.jsonl`)
      expect(path).toBe(`store/${id}.jsonl`)
    }),
  )
})

describe('ids of our own', () => {
  test('pass, differ and tell their time', () => {
    const ids = [createSessionId(1_775_777_421_902, 1), createSessionId(1_775_777_421_902, 1)]
    expect(ids.map(findIdProblem)).toEqual([undefined, undefined])
    expect(ids[0]).not.toBe(ids[1])
    expect(creationTimeOf(ids[0]!)).toBe(1_775_777_421_902)
    expect(creationTimeOf('sess_abc')).toBeUndefined()
  })
})

test('latest, last and recent mean the newest, whatever their case', () => {
  expect(['latest', 'LAST', 'Recent', 'first'].map(meansNewest)).toEqual([true, true, true, false])
})
