import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('a large answer', () => {
  it('REQ-F-052/1,2,3,5,7,8: is cut, valid, and says how to go on', async () => {
    const { stdout, data, meta } = await acme(['large'])
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1_048_576)
    const items = data as unknown as readonly Loose[]
    expect(meta).toMatchObject({
      truncated: true,
      total_count: 10_000,
      returned_count: items.length,
    })
    const [tool, ...argv] = (meta['truncation_hint'] as string).split(' ')
    expect(tool).toBe('acme')
    const next = await acme(argv)
    expect((next.data as unknown as readonly Loose[])[0]!['id']).toBe(items.length)
    expect((await acme(['fine'])).meta['truncated']).not.toBe(true)
  })

  it('REQ-F-052/4,6: can be allowed, and a text is cut like a list', async () => {
    const all = await acme(['large'], { env: { ACME_MAX_OUTPUT_BYTES: '5242880' } })
    expect(all.data).toHaveLength(10_000)
    const text = await acme(['large-text'])
    expect(text.meta).toMatchObject({ truncated: true, total_count: 2_000_000 })
    expect(text.data['value']).toHaveLength(text.meta['returned_count'] as number)
  })
})
