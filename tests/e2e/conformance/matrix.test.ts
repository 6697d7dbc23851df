import { CHECK_IDS } from 'surety/conformance'
import { describe, expect, test } from 'vitest'

import { FAULTS_TOGETHER } from './faults.table.ts'
import { checkFaults, withStatus } from './misbehaving.ts'

test('finds nothing in a program that behaves, and shows every promise', async () => {
  const { findings, level, left_out: leftOut } = await checkFaults(['none'])
  expect(withStatus(findings, 'broken')).toEqual([])
  expect(withStatus(findings, 'not_shown')).toEqual([])
  expect(leftOut).toEqual([])
  expect(findings.map((finding) => finding.check)).toEqual(CHECK_IDS)
  expect(level.reached).toBe(3)
})

test('every check has a fault', () => {
  expect(FAULTS_TOGETHER.flat().toSorted()).toEqual(CHECK_IDS.toSorted())
})

describe('a program with faults', () => {
  test.concurrent.each(FAULTS_TOGETHER.map((faults) => ({ faults })))(
    'breaks exactly $faults',
    async ({ faults }) => {
      const { findings } = await checkFaults(faults, faults)
      expect(withStatus(findings, 'broken')).toEqual([...faults])
      for (const { evidence, reproduce } of findings) {
        expect(evidence.length).toBeGreaterThan(0)
        expect(reproduce).toContain(`misbehave.cjs ${faults.join(',')}`)
      }
    },
  )
})
