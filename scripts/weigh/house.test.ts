import { expect, test } from 'vitest'

import { longFunctions } from './sources.ts'

// These grew unseen while nobody counted; a start is counted in tests/cold-start.test.ts.
test('at most 7 functions are longer than 60 lines', () => {
  expect(longFunctions(60).length, longFunctions(60).join('\n')).toBeLessThanOrEqual(7)
})
