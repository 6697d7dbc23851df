import { expect, it } from 'vitest'

import { createScreen } from '../../../runtime/human/index.ts'
import { sparkline } from './sparkline.ts'

const { glyphs } = createScreen({ columns: 80, unicode: true })

it('draws the least as the lowest and the greatest as the highest bar', () => {
  expect(sparkline([1, 5, 9], glyphs)).toBe('▁▅█')
  expect(sparkline([3, 3], glyphs)).toBe('▁▁')
  expect(sparkline([1, Number.NaN, 2], glyphs)).toBe('▁ █')
  expect(sparkline([], glyphs)).toBe('')
})
