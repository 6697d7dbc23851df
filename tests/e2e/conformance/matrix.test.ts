import { describe, expect, test } from 'vitest'

import { FAULTS_TOGETHER } from './faults.table.ts'
import { checkFaults, withStatus } from './misbehaving.ts'

test('finds nothing in a program that behaves, shows every promise, and every check has a fault', async () => {
  const { findings, level, left_out: leftOut } = await checkFaults(['none'])
  expect(withStatus(findings, 'broken')).toEqual([])
  expect(withStatus(findings, 'not_shown')).toEqual([])
  expect(leftOut).toEqual([])
  expect(findings.map((finding) => finding.check).toSorted()).toEqual(
    FAULTS_TOGETHER.flat().toSorted(),
  )
  expect(level.reached).toBe(3)
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
