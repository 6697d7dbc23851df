import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { capOf } from './known-call.ts'
import { knownCallOf } from './ready-calls.ts'

const page = readFileSync(new URL('../../../../docs/wrap/lists.md', import.meta.url), 'utf8')
const [stopping = '', going = ''] = page.split('## Known lists that do not')
const stops = [...stopping.matchAll(/^\| `([^`]+)` \| (\d+) \| `([^`]+)` \|/gm)]
const ends = [...going.matchAll(/^\| `([^`]+)` \|/gm)]

test('the page has a row for sixty lists', () => {
  expect(stops.length + ends.length).toBeGreaterThanOrEqual(60)
})

test.each(stops.map(([, line = '', limit, option]) => [line, Number(limit), option] as const))(
  '%s stops at %i',
  async (line, limit, option) => {
    const cap = capOf((await knownCallOf(line.split(' ')))!)
    expect({ limit: cap?.default, option: cap?.option.split(/[= ]/)[0] }).toEqual({ limit, option })
    const lifted = (await knownCallOf([...line.split(' '), option!, '7']))!
    expect(capOf(lifted)).toBeUndefined()
  },
)

test.each(ends.map(([, line = '']) => line))('%s has no limit', async (line) => {
  const known = await knownCallOf(line.split(' '))
  expect(known && capOf(known)).toBeUndefined()
})
