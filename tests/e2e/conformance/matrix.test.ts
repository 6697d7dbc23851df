import { CHECK_IDS } from '@surety/check'
import { describe, expect, test } from 'vitest'

import { FAULTS_TOGETHER, LATEST_FAULTS } from './faults.table.ts'
import { checkFaults, checkLatest, withStatus } from './misbehaving.ts'

/** The checks of tools of every generation. */
const COMMON = CHECK_IDS.filter((id) => !LATEST_FAULTS.some((latest) => latest === id))

test('finds nothing in a program that behaves, and shows every promise', async () => {
  const { findings, level, left_out: leftOut } = await checkFaults(['none'])
  expect(withStatus(findings, 'broken')).toEqual([])
  expect(withStatus(findings, 'not_shown')).toEqual([])
  expect(leftOut).toEqual([])
  expect(findings.map((finding) => finding.check)).toEqual(COMMON)
  expect(level.reached).toBe(3)
})

test('every check has a fault', () => {
  expect([...FAULTS_TOGETHER.flat(), ...LATEST_FAULTS].toSorted()).toEqual(CHECK_IDS.toSorted())
})

describe('a program with faults', () => {
  test.concurrent.each(FAULTS_TOGETHER.map((faults) => ({ faults })))(
    'breaks exactly $faults',
    async ({ faults }) => {
      const { findings } = await checkFaults(faults, faults)
      expect(withStatus(findings, 'broken').toSorted()).toEqual(faults.toSorted())
      for (const { evidence, reproduce } of findings) {
        expect(evidence.length).toBeGreaterThan(0)
        expect(reproduce).toContain(`misbehave.cjs ${faults.join(',')}`)
      }
    },
  )
})

test('a tool of contract 1.16 keeps the promises of its generation, or breaks those of its faults', async () => {
  const checked = await Promise.all([['none'], LATEST_FAULTS].map(checkLatest))
  const found = checked.map(({ findings }) => withStatus(findings, 'broken').toSorted())
  expect(found).toEqual([[], LATEST_FAULTS.toSorted()])
  expect(withStatus(checked[0]!.findings, 'kept')).toHaveLength(LATEST_FAULTS.length)
})
