import { describe, expect, it } from 'vitest'

import { formatCases } from './format.suite.ts'
import { toon } from './toon.ts'

formatCases(toon)

describe('toon', () => {
  it('writes a uniform list as a table', async () => {
    expect(
      await toon.render([
        { id: 1, n: 'a' },
        { id: 2, n: 'b' },
      ]),
    ).toBe('[2]{id,n}:\n  1,a\n  2,b')
  })

  it('writes an object by indentation', async () => {
    expect(await toon.render({ ok: true, meta: { duration_ms: 3 } })).toBe(
      'ok: true\nmeta:\n  duration_ms: 3',
    )
  })

  it('refuses a table with fewer rows than it claims', async () => {
    await expect(toon.parse!('[3]{id}:\n  1\n  2')).rejects.toThrow()
  })
})
