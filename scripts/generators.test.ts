import { expect, test } from 'vitest'

import { findStaleFiles } from './generators.ts'

test('committed generated files say what their generators say', async () => {
  // After a deliberate change: npm run generate.
  expect(Object.keys(await findStaleFiles())).toEqual([])
})
