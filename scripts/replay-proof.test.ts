import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { KINDS, readLabels } from '../bench/replay/labels.ts'
import { factsIn, prove } from '../bench/replay/proof.ts'
import { writeSample } from '../bench/replay/sample.ts'
import { findSets } from '../bench/replay/sets.ts'

const folder = writeSample()
afterAll(() => rmSync(folder, { recursive: true }))

test('the proof counts rules by the verdicts of runs, tokens, and runs that never started', async () => {
  const { found, missing } = findSets(folder)
  expect(missing).toEqual([])
  const proof = await prove(found)
  const { build, measure } = proof.halves
  expect(proof).toMatchObject({ runs: 4, calls: 4, labels: { labels: 0 } })
  expect(build).toMatchObject({
    failed: 1,
    good: 1,
    rules: { stopped_list: { failed: 1, good: 0 } },
  })
  expect(measure.gh).toEqual({ failed: 1, good: 0, stopped_list: { failed: 1, good: 0 } })
  expect(measure.rules['hidden_failure']).toEqual({ failed: 0, good: 1 })
  expect(measure.tokens).toMatchObject({ outputs: 1, programs: { pytest: 1 }, facts: 1, lost: 0 })
  expect(measure.tokens.after).toBeLessThan(measure.tokens.before / 5)
  expect(proof.terminal).toMatchObject({
    runs: 2,
    never_started: 1,
    not_installed: 1,
    solved: 1,
    never_started_solved: 0,
  })
  expect(proof.swe).toMatchObject({ runs: 1, calls: 1 })
})

test('what a verdict names is found: issues, tags, long numbers, quoted words', () => {
  expect(
    factsIn("It named #51797 and 'A title', tag v2026.3.13-1, run 23385977677, 3 of 5."),
  ).toEqual(['51797', 'A title', 'v2026.3.13-1', '23385977677'])
})

test('every label has a kind, a reason, and a call of its own', () => {
  const labels = readLabels()
  expect(labels.length).toBeGreaterThanOrEqual(300)
  expect(new Set(labels.map(({ run, call }) => `${run} ${call}`)).size).toBe(labels.length)
  for (const { kind, reason, again } of labels) {
    expect(KINDS).toHaveProperty(kind)
    expect(reason).toMatch(/^[A-Za-z].{10,}\.$/)
    expect(again).toMatch(/^(?:same|may_differ)$/)
  }
})

test('without the sets it is said what to fetch', () => {
  const bench = join(import.meta.dirname, '../bench/replay/replay.ts')
  const argv = ['--import', 'tsx', bench, join(folder, 'nowhere')]
  const { status, stderr } = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '..'),
  })
  expect(status).toBe(2)
  expect(stderr).toContain('git clone https://github.com/kunchenguid/axi ')
  expect(stderr).toContain('the folder does not exist')
})
