import { describe, expect, it } from 'vitest'

import { calls, lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('every answer', () => {
  it('REQ-F-020/1,2,3,4,5 REQ-O-002/1,2,3,4,5,6 REQ-O-037/1,2,3,4,5,6 REQ-O-014/1,2,3,4,5,6,7,8: has lists in order, and only what its caller wants', async () => {
    const [{ answers }, schema] = await Promise.all([
      calls(
        [
          { _cmd: 'look' },
          { _cmd: 'look' },
          { _cmd: 'one', _opts: { fields: 'id,none' } },
          { _cmd: 'list', _opts: { fields: 'name' } },
          { _cmd: 'token' },
          { _cmd: 'token', _opts: { unmask: true } },
          { _cmd: 'token-fails' },
          { _cmd: 'token-fails', _opts: { unmask: true } },
          { _cmd: 'versions', _opts: { 'schema-version': 2 } },
          { _cmd: 'versions', _opts: { 'schema-version': 1 } },
          { _cmd: 'versions' },
        ],
        { env: { LOWER_UNMASK: '1', UNMASK: '1' } },
      ),
      lower(['versions', '--schema']),
    ])
    const [first, second, one, list, masked, raw, broken, open, old, older, current] = answers
    const stable = ({ data }: Loose) => JSON.stringify({ ...data, now: 0 })
    expect(stable(first!)).toBe(stable(second!))
    expect(first!['data']).toMatchObject({
      words: ['Apple', 'fig', 'pear'],
      sizes: [9, 10, 100],
      items: [{ tag: 'two' }, { tag: 'one' }, { tag: 'three' }],
      ranked: ['second', 'first'],
    })
    expect(one).toMatchObject({
      ok: true,
      error: null,
      warnings: expect.any(Array),
      meta: expect.any(Object),
    })
    expect(one!['data']).toEqual({ id: 42 })
    expect(list!['data']).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(list!['meta'].pagination.returned).toBe(2)
    expect(masked!['data'].key).toBe('[KEY: ghp_aB3a...]')
    expect(raw!['data'].key).toMatch(/^ghp_aB3aB3/)
    expect(broken!['error'].context.text).not.toContain('aB3aB3')
    expect(open!['error'].context).toHaveProperty('text')
    expect(schema.data['flags'].unmask.description).toContain('sensitive')
    expect(old).toMatchObject({
      data: { name: 'Ada' },
      meta: { schema_version: '2.0' },
      warnings: [
        {
          code: 'SCHEMA_DEPRECATED',
          context: { current_version: '3.0', requested_version: '2.0' },
        },
      ],
    })
    expect(older).toMatchObject({ ok: false, meta: { exit_code: 2 } })
    expect(current).toMatchObject({ data: { full_name: 'Ada' }, meta: { schema_version: '3.0' } })
    expect(schema.data).toMatchObject({ schema_version: '3.0', min_schema_version: '2.0' })
  })
})
