import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { root } from '../build/targets.mjs'
import { measureReach } from './reach.ts'

it('reaches four fifths of the lines with gh, a sixth of all, three tenths with stored results', async () => {
  const { all, gh, ghReached, reached, reachedWithResults } = await measureReach()
  expect([all, gh]).toEqual([2130, 182])
  expect(ghReached / gh).toBeGreaterThanOrEqual(0.8)
  expect(reached / all).toBeGreaterThanOrEqual(0.17)
  expect(reachedWithResults / all).toBeGreaterThanOrEqual(0.3)
  const page = await readFile(join(root, 'docs/cli/read.md'), 'utf8')
  const told = [...page.matchAll(/ \| (\d+) of (\d+), ([\d.]+) % \|$/gm)].map((cells) =>
    cells.slice(1),
  )
  const measured = [
    [ghReached, gh],
    [reached, all],
    [reachedWithResults, all],
  ] as const
  expect(told).toEqual(
    measured.map(([part, whole]) => [`${part}`, `${whole}`, ((100 * part) / whole).toFixed(1)]),
  )
})
