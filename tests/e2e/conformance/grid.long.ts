import { expect, test } from 'vitest'

import { FAULTS_TOGETHER, SIDE_EFFECTS } from './faults.table.ts'
import { checkFaults, withStatus } from './misbehaving.ts'

test.each(FAULTS_TOGETHER.flat())(
  'the fault %s breaks its own promise and no other',
  async (fault) => {
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
  },
)
