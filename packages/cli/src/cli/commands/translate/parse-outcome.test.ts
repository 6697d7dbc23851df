import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { JsonValue } from 'surety/unstable/contract'
import { outcome as arbitraryOutcome } from '../../../../../surety/src/dialects/outcome.arbitrary.ts'
import { parseOutcome } from './parse-outcome.ts'

it('takes every outcome as it is printed', () => {
  fc.assert(
    fc.property(arbitraryOutcome, (outcome) => {
      const printed = JSON.parse(JSON.stringify(outcome)) as JsonValue
      const parsed = parseOutcome(printed)
      expect(parsed.ok ? [] : parsed.problems).toEqual([])
      if (parsed.ok) expect(JSON.parse(JSON.stringify(parsed.outcome))).toEqual(printed)
    }),
    { numRuns: 200 },
  )
})

it('never throws, whatever the JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = parseOutcome(value as JsonValue)
      expect(typeof parsed.ok).toBe('boolean')
    }),
  )
})

it('fills in what follows from the rest', () => {
  const parsed = parseOutcome({ error: { code: 'X', message: 'm', category: 'TIMEOUT' } })
  expect(parsed).toMatchObject({ ok: true, outcome: { ok: false, exit: 'TIMEOUT', data: null } })
})
