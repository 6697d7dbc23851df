import { describe, expect, it } from 'vitest'

import { declarationsTried } from './contracts.ts'

describe('work that may take long', () => {
  it('fails the tests of its author if its count falls', async () => {
    const { fell } = await declarationsTried()
    expect(fell.error).toContain('progress fell from 5 to 2')
  })
})
