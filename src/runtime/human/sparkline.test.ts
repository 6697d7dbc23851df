import { expect, it } from 'vitest'

import { glyphsFor } from './terminal/glyphs.ts'
import { condense, sparkline } from './sparkline.ts'

it('draws the least as the lowest and the greatest as the highest bar', () => {
  expect(sparkline([1, 5, 9], glyphsFor(true))).toBe('▁▅█')
  expect(sparkline([3, 3], glyphsFor(true))).toBe('▁▁')
  expect(sparkline([1, Number.NaN, 2], glyphsFor(true))).toBe('▁ █')
  expect(sparkline([], glyphsFor(true))).toBe('')
})

it('averages neighbours when there are more numbers than columns', () => {
  expect(condense([1, 3, 5, 7], 2)).toEqual([2, 6])
  expect(condense([1, 2], 5)).toEqual([1, 2])
})
