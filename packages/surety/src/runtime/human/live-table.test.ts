import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { LiveTable } from './live-table.ts'
import { createScreen } from './terminal/screen.ts'
import { widthOf } from './terminal/text-width.ts'

test('the first rows decide the columns, and a wider cell takes what is free', () => {
  const table = new LiveTable(createScreen({ columns: 30 }))
  expect(
    table.render([
      { name: 'a', size: 1 },
      { name: 'bb', size: 20 },
    ]),
  ).toEqual(['Name  Size', '────  ────', 'a        1', 'bb      20'])
  expect(table.render([{ name: 'ccc', size: 3 }])).toEqual(['ccc      3'])
  expect(table.render([{ name: 'long enough', size: 4 }])).toEqual(['long enough     4'])
  expect(table.render([{ name: 'x'.repeat(40), size: 5 }])).toEqual([`${'x'.repeat(23)}…     5`])
  expect(table.footer()).toEqual([])
})

test('rows that are no records are shown one by one', () => {
  const table = new LiveTable(createScreen({ columns: 30 }))
  expect(table.render(['a', 'b'])).toEqual(['a', 'b'])
  expect(table.render([{ name: 'a' }])).toEqual(['Name', '────', 'a'])
  expect(table.render(['c'])).toEqual(['c'])
})

test('no line of records is wider than the screen, whatever comes later', () => {
  const record = fc.record({ id: fc.integer(), name: fc.string({ maxLength: 60 }) })
  fc.assert(
    fc.property(fc.array(record, { minLength: 1 }), fc.array(record), (first, later) => {
      const table = new LiveTable(createScreen({ columns: 40 }))
      const lines = [...table.render(first), ...later.flatMap((row) => table.render([row]))]
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40)
    }),
  )
})
