import { expect, test } from 'vitest'

import { randomUuid } from './random-uuid.ts'

test('generates UUIDs of version 4, none twice', () => {
  const ids = Array.from({ length: 1000 }, randomUuid)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
