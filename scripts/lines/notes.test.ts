import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import axi from '../../bench/results/axi-notes.json' with { type: 'json' }
import cost from '../../bench/results/note.json' with { type: 'json' }

const pageOf = (path: string) =>
  readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')
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
  const page = pageOf('wrap/lists.md')
  for (const text of [
    `${odd.failed_runs_with_a_line_about_a_list} of ${odd.failed_runs} failed, 0 of ${odd.good_runs} good`,
    `${even.failed_runs_with_a_line_about_a_list} of ${even.failed_runs}, 0 of ${even.good_runs}`,
    `Of ${all.good_calls} good calls in all ${all.good_runs + all.failed_runs} runs`,
    `${all.good_calls_with_a_line} gets a line, ${axi.good_calls_with_a_line_percent}%`,
  ])
    expect(page).toContain(text)
})

test('every call was counted once by what it loads, and those that say something among them', () => {
  for (const tally of [axi.gh, axi.all, odd, even]) {
    const looked = tally.calls_that_load_descriptions + tally.calls_that_load_the_parser
    expect(looked + tally.calls_that_load_the_hook_alone).toBe(tally.calls)
  }
})

test('the page of the hook has what a note costs, in the mean and at most', () => {
  const { silent, told, mean } = cost
  const page = pageOf('cli/hook.md')
  const share = Math.round((100 * axi.all.calls_that_load_the_hook_alone) / axi.all.calls)
  const usual = Object.values(silent)
    .map(({ ratio }) => ratio)
    .toSorted((one, other) => one - other)[2]
  const parsed = [
    told['a list that stopped, counted behind a pipe'].ratio,
    told['a failure that a pipe hid'].ratio,
  ]
  for (const text of [
    `in the mean ${mean.of_all_runs.ratio} times that of a start of Node`,
    `over the ${axi.all.calls} commands`,
    `and ${mean.of_runs_with_plain_gh.ratio} times in those with plain \`gh\``,
    `${share}% of the commands need the hook alone, mostly ${usual} times`,
    `A list that stopped takes ${told['a list that stopped'].ratio},`,
    `a change in doubt ${told['a change in doubt'].ratio},`,
    `parsed ${Math.min(...parsed)} to ${Math.max(...parsed)}.`,
  ])
    expect(page).toContain(text)
  for (const { ratio } of [silent, told, mean].flatMap((rows) => Object.values(rows)))
    expect(ratio).toBeLessThanOrEqual(1.3)
})
