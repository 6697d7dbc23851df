import { estimateTokenCount } from 'tokenx'
import { beforeAll, describe, expect, it } from 'vitest'

import { calls } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('a budget of tokens', () => {
  let [counted, first, second, fewer, manifest]: Loose[] = []
  beforeAll(async () => {
    const { answers } = await calls([
      { _cmd: 'look', _opts: { 'token-count': true } },
      { _cmd: 'look', _opts: { 'token-limit': 40 } },
      { _cmd: 'look', _opts: { 'token-limit': 40, 'token-offset': 40 } },
      { _cmd: 'look', _opts: { 'token-count': true, fields: 'words' } },
      { _cmd: 'manifest' },
    ])
    ;[counted, first, second, fewer, manifest] = answers
  })

  it('is not exceeded by the data, as tokens are estimated', () => {
    expect(first!['meta']).toMatchObject({ truncated: true, token_limit: 40 })
    expect(estimateTokenCount(JSON.stringify(first!['data']))).toBeLessThanOrEqual(40)
    // How many members fit depends on the folder, whose name is in two of them.
    expect(Object.keys(first!['data'] as object).join()).toMatch(/^file(,other)?(,deep)?(,words)?$/)
  })

  it('can be asked for: the count alone, without the data', () => {
    expect(counted).toMatchObject({ ok: true })
    expect(counted!['data']).toEqual({ token_count: expect.any(Number) })
    expect(counted!['data'].token_count).toBeGreaterThan(80)
  })

  it('goes on at an offset, and says where the next part begins', () => {
    expect(first!['meta'].next_offset).toBeGreaterThan(0)
    expect(second!['meta']).toMatchObject({ token_offset: 40, next_offset: expect.any(Number) })
    expect(second!['meta'].next_offset).toBeGreaterThan(first!['meta'].next_offset)
    expect(Object.keys(second!['data'] as object)).not.toContain('file')
  })

  it('is an option of every command', () => {
    for (const name of ['token-count', 'token-limit', 'token-offset'])
      expect(manifest!['data'].flags).toHaveProperty(name)
  })

  it('counts what --fields leaves', () => {
    expect(fewer!['data'].token_count).toBeLessThan(counted!['data'].token_count)
  })

  it('has no format for models: those that the spec lacks have their media types', () => {
    const { enum_values: formats, media_types: types } = manifest!['data'].flags.format
    expect(formats).toEqual(expect.arrayContaining(Object.keys(types as object)))
    const OF_THE_SPEC = ['json', 'jsonl', 'plain', 'id']
    expect((formats as string[]).filter((name) => !OF_THE_SPEC.includes(name))).toEqual(
      Object.keys(types as object),
    )
  })
})
