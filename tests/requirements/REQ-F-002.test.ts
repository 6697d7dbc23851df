import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('a change', () => {
  it('REQ-F-002/2: that is followed by an input error ends as PARTIAL_FAILURE', async () => {
    const { code, error, calls } = await acme(['change-then-refuse'])
    expect({ code, calls }).toEqual({ code: 3, calls: 1 })
    expect(error).toMatchObject({ code: 'BAD_LINE', phase: 'execution' })
  })
})
