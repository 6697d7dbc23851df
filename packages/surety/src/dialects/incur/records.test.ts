import fc from 'fast-check'
import { expect, it } from 'vitest'

import { LastValues } from './records.ts'

it('keeps the last values of a list and counts the dropped ones', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (all, most) => {
      const values = new LastValues<number>(most)
      for (const value of all) values.push(value)
      expect(values.toArray()).toEqual(all.slice(-most))
      expect(values.leftOut).toBe(Math.max(0, all.length - most))
    }),
  )
})

it('is empty after clear()', () => {
  const values = new LastValues<number>(2)
  values.push(1)
  values.clear()
  expect(values.toArray()).toEqual([])
})
