import { expect, test } from 'vitest'

import { testWith } from '../../tests/e2e/processes/programs-here.ts'
import untuned from '../../tests/lines/untuned-lines.json' with { type: 'json' }
import { measureAlarms } from './alarms.ts'
import verdicts from './alarm-verdicts.json' with { type: 'json' }

const isLong = process.env['SURETY_LONG'] === '1'

testWith('bwrap')(
  'on lines that nobody tuned the rule to, every alarm was judged, and at most one in a hundred is wrong',
  () => {
    const { lines, stopped, known, alarms, wrong, unjudged } = measureAlarms(isLong ? 1 : 8)
    expect(unjudged.map(({ line, alarm }) => [line, alarm])).toEqual([])
    expect(alarms.length).toBeGreaterThan(lines / 20)
    expect(known / (lines - stopped)).toBeGreaterThan(0.9)
    expect(wrong.length).toBeLessThanOrEqual(Math.ceil(known / 100))
  },
)

test('each verdict is about a line of the set and has a reason', () => {
  expect(untuned.lines.length).toBeGreaterThanOrEqual(300)
  expect(verdicts.filter(({ line }) => !untuned.lines.includes(line))).toEqual([])
  expect(new Set(verdicts.map(({ line }) => line)).size).toBe(verdicts.length)
  expect(verdicts.every(({ reason }) => /^\S.{20,}\.$/.test(reason))).toBe(true)
  expect(verdicts.filter(({ right }) => !right).length / untuned.lines.length).toBeLessThan(0.01)
})
