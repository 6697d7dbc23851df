import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { createScreen, widthOf } from '../../../runtime/human/index.ts'
import { renderBars } from './bar-chart.ts'

it('draws bars in proportion, the smallest never invisible', () => {
  const bars = renderBars(
    [
      { label: 'list', value: 100 },
      { label: 'show', value: 50 },
      { label: 'rare', value: 1 },
      { label: 'none', value: 0 },
    ],
    createScreen({ columns: 31, unicode: false }),
  )
  expect(bars).toEqual([
    `list  ${'#'.repeat(20)}  100`,
    `show  ${'#'.repeat(10)}${' '.repeat(10)}   50`,
    `rare  #${' '.repeat(19)}    1`,
    `none  ${' '.repeat(20)}    0`,
  ])
})

it('fits the screen whatever the values', () => {
  const bar = fc.record({
    label: fc.string({ unit: 'grapheme' }),
    value: fc.double({ noNaN: true, min: -10, max: 1e9 }),
  })
  fc.assert(
    fc.property(fc.array(bar), fc.integer({ min: 60, max: 200 }), (bars, columns) => {
      for (const line of renderBars(bars, createScreen({ columns }))) {
        expect(widthOf(line)).toBeLessThanOrEqual(columns)
      }
    }),
  )
})
