import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('a large answer', () => {
  let [large, next, fine]: Awaited<ReturnType<typeof acme>>[] = []
  let items: readonly Loose[] = []
  beforeAll(async () => {
    ;[large, fine] = await Promise.all([acme(['large']), acme(['fine'])])
    items = large.data as unknown as readonly Loose[]
    const [, ...argv] = (large.meta['truncation_hint'] as string).split(' ')
    next = await acme(argv)
  })

  it('REQ-F-052/1,7: is cut to the limit and still valid', () => {
    expect(Buffer.byteLength(large!.stdout)).toBeLessThanOrEqual(1_048_576)
    expect(JSON.parse(large!.stdout)).toMatchObject({ ok: true, meta: { truncated: true } })
  })

  it('REQ-F-052/5,8: says in meta how much there is and how much it has', () => {
    expect(large!.meta).toMatchObject({
      total_count: 10_000,
      returned_count: items.length,
    })
    for (const item of items) expect(Object.keys(item)).toEqual(['id', 'text'])
  })

  it('REQ-F-052/2: names the call that goes on where it ends', () => {
    expect(large!.meta['truncation_hint']).toMatch(/^acme /)
    expect((next!.data as unknown as readonly Loose[])[0]!['id']).toBe(items.length)
  })

  it('REQ-F-052/3: is not cut below the limit', () => {
    expect(fine!.meta['truncated']).not.toBe(true)
  })

  it('REQ-F-052/4,6: can be allowed, and a text is cut like a list', async () => {
    const all = await acme(['large'], { env: { ACME_MAX_OUTPUT_BYTES: '5242880' } })
    expect(all.data).toHaveLength(10_000)
    const text = await acme(['large-text'])
    expect(text.meta).toMatchObject({ truncated: true, total_count: 2_000_000 })
    expect(text.data['value']).toHaveLength(text.meta['returned_count'] as number)
  })
})
