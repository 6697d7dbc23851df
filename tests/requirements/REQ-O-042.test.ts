import { describe, expect, it } from 'vitest'

import { calls, lower } from '../e2e/processes/run-lower.ts'

describe('calls as data', () => {
  it('REQ-O-042/1,2,3,4,5,6,7,8,9 REQ-O-049/1,2,3,4,5,7,8,9,10: have the format and the size that callers want', async () => {
    const env = { LOWER_FORMAT: 'plain' }
    const [variable, flag, named, both, generic, wrong, wrongFlag, none, manifest, { answers }] =
      await Promise.all([
        lower(['one'], { env }),
        lower(['one', '--format', 'plain']),
        lower(['one', '--no-config'], { env }),
        lower(['one', '--format', 'json'], { env }),
        lower(['one'], { env: { FORMAT: 'plain', _FORMAT: 'plain', LOWER_OUTPUT: 'plain' } }),
        lower(['one'], { env: { LOWER_FORMAT: 'junk' } }),
        lower(['one', '--format', 'junk']),
        lower(['one']),
        lower(['manifest']),
        calls([
          { _cmd: 'look', _opts: { 'token-count': true } },
          { _cmd: 'look', _opts: { 'token-limit': 40 } },
          { _cmd: 'look', _opts: { 'token-limit': 40, 'token-offset': 40 } },
          { _cmd: 'look', _opts: { 'token-count': true, fields: 'words' } },
        ]),
      ])
    expect([variable.stdout, named.stdout]).toEqual([flag.stdout, flag.stdout])
    for (const { envelope } of [both, generic, none])
      expect(envelope['data']).toEqual({ id: 42, name: 'x' })
    expect([wrong.code, wrong.error['code']]).toEqual([wrongFlag.code, wrongFlag.error['code']])
    expect(wrong.code).toBe(2)
    expect(manifest.data['flags'].format.env_vars).toMatchObject([{ name: 'LOWER_FORMAT' }])
    for (const name of ['token-count', 'token-limit', 'token-offset'])
      expect(manifest.data['flags']).toHaveProperty(name)
    const [counted, first, second, fewer] = answers
    expect(counted!['data'].token_count).toBeGreaterThan(80)
    expect(first!['meta']).toMatchObject({ truncated: true })
    // How many members fit depends on the folder, whose name is in two of them.
    expect(Object.keys(first!['data'] as object).join()).toMatch(/^file(,other)?(,deep)?(,words)?$/)
    expect(JSON.stringify(second!['data'])).not.toBe(JSON.stringify(first!['data']))
    expect(fewer!['data'].token_count).toBeLessThan(counted!['data'].token_count)
  })
})
