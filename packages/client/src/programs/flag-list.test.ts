import fc from 'fast-check'
import { expect, it } from 'vitest'

import { kindIn } from './flag-list.ts'

it.each([
  ['--all', 'none'],
  ['-n', 'value'],
  ['--limit', 'value'],
  ['--color', 'perhaps'],
  ['--pair', 'two'],
  ['--lim', undefined],
  ['--limit=', undefined],
  ['--color=?', undefined],
  ['imit', undefined],
  ['--all -n', undefined],
  ['', undefined],
])('finds what follows %j', (name, kind) => {
  expect(kindIn('--all -n= --limit=\n  --color=? --pair==', name)).toBe(kind)
})

it('finds nothing in no list', () => expect(kindIn(undefined, '--all')).toBeUndefined())

it('finds what a table of the list has', () => {
  const name = fc.constantFrom(
    '-a',
    '-b',
    '--a',
    '--ab',
    '--abc',
    '-',
    '--',
    '--a=',
    '--b=?',
    'toString',
    '-a -b',
    '-a\n-b',
  )
  const mark = fc.constantFrom('', '=', '==', '=?')
  const flag = fc.tuple(
    fc.constantFrom('-a', '-b', '--a', '--ab', '--abc', '--a-b', '-', '--'),
    mark,
  )
  const gap = fc.constantFrom(' ', '\n', '\n  ', '  ')
  fc.assert(
    fc.property(fc.array(fc.tuple(flag, gap)), name, (entries, wanted) => {
      const list = entries.map(([[own, sign], space]) => `${own}${sign}${space}`).join('')
      const table = new Map<string, string>(entries.map(([[own, sign]]) => [own, sign]))
      const kinds = { '': 'none', '=': 'value', '==': 'two', '=?': 'perhaps' } as const
      const sign = table.get(wanted)
      expect(kindIn(list, wanted)).toBe(sign === undefined ? undefined : kinds[sign as ''])
    }),
    { numRuns: 5000 },
  )
})
