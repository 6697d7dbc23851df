import { CHECK_IDS } from '@surety/check'
import { expect, test } from 'vitest'

import { LATEST_FAULTS, SIDE_EFFECTS } from './faults.table.ts'
import { checkFaults, checkLatest, withStatus } from './misbehaving.ts'

const COMMON = CHECK_IDS.filter((id) => !LATEST_FAULTS.some((latest) => latest === id))

test.each(COMMON)('the fault %s breaks its own promise and no other', async (fault) => {
  const { findings, left_out: leftOut } = await checkFaults([fault])
  const { broken = [], notShown = [] } = SIDE_EFFECTS[fault] ?? {}
  expect({
    broken: withStatus(findings, 'broken').toSorted(),
    notShown: withStatus(findings, 'not_shown').toSorted(),
    leftOut,
  }).toEqual({
    broken: [fault, ...broken].toSorted(),
    notShown: notShown.toSorted(),
    leftOut: [],
  })
})

test.each(LATEST_FAULTS)(
  'in contract 1.16 the fault %s breaks its own promise alone',
  async (id) => {
    const { findings } = await checkLatest([id])
    expect(withStatus(findings, 'broken')).toEqual([id])
  },
)
