import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import axi from '../../bench/results/axi-notes.json' with { type: 'json' }

const page = readFileSync(new URL('../../docs/wrap/lists.md', import.meta.url), 'utf8')
const odd = axi.gh_odd_runs_built_on
const even = axi.gh_even_runs_held_back

test('lines about lists reach the failed runs of gh and no good one, and most calls get none', () => {
  expect(axi.gh).toMatchObject({
    failed_runs: 12,
    failed_runs_with_a_line_about_a_list: 10,
    good_runs: 73,
    good_runs_with_a_line_about_a_list: 0,
  })
  expect(axi.all.good_calls_with_a_line / axi.all.good_calls).toBeLessThanOrEqual(0.02)
  for (const half of [odd, even]) expect(half.good_runs_with_a_line_about_a_list).toBe(0)
})

test('the page has the figures that were measured', () => {
  const { all } = axi
  for (const text of [
    `${odd.failed_runs_with_a_line_about_a_list} of ${odd.failed_runs} failed, 0 of ${odd.good_runs} good`,
    `${even.failed_runs_with_a_line_about_a_list} of ${even.failed_runs}, 0 of ${even.good_runs}`,
    `Of ${all.good_calls} good calls in all ${all.good_runs + all.failed_runs} runs`,
    `${all.good_calls_with_a_line} gets a line, ${axi.good_calls_with_a_line_percent}%`,
  ])
    expect(page).toContain(text)
})
