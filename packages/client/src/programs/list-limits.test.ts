import { expect, test } from 'vitest'

import { capOf } from './known-call.ts'
import { LISTS, WHOLE_LISTS } from './list-limits.table.ts'
import { knownCallOf } from './ready-calls.ts'

test('sixty lists are known', () => {
  expect(LISTS.length + WHOLE_LISTS.length).toBeGreaterThanOrEqual(60)
})

test.each(LISTS.map(({ line }) => line))('%s stops, unless its option is given', async (line) => {
  const cap = capOf((await knownCallOf(line.split(' ')))!)!
  expect(cap.default).toBeGreaterThan(1)
  const [option = ''] = cap.option.split(/[= ]/)
  expect(option).toMatch(/^--?[a-z]/)
  const lifted = (await knownCallOf([...line.split(' '), option, '7']))!
  expect(capOf(lifted)).toBeUndefined()
})

test.each(WHOLE_LISTS)('%s has no limit', async (line) => {
  const known = await knownCallOf(line.split(' '))
  expect(known && capOf(known)).toBeUndefined()
})
