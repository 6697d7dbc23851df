import { describe, it } from 'vitest'

import { expectRefusals } from './contracts.ts'

describe('children', () => {
  it('REQ-C-019/6: that a shell starts are refused', async () => {
    await expectRefusals('C-019')
  })
})
