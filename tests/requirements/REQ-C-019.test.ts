import { describe, it } from 'vitest'

import { expectRefusals } from './contracts.ts'

describe('children', () => {
  it('that a shell starts are refused', async () => {
    await expectRefusals('C-019')
  })
})
