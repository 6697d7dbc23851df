import { beforeAll, describe, expect, it } from 'vitest'

import { calls } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('--fields', () => {
  let [one, list, whole, nested, manifest]: Loose[] = []
  beforeAll(async () => {
    const { answers } = await calls([
      { _cmd: 'one', _opts: { fields: 'id,none' } },
      { _cmd: 'list', _opts: { fields: 'id,name' } },
      { _cmd: 'list', _opts: { fields: 'size' } },
      { _cmd: 'list', _opts: { fields: 'x' } },
      { _cmd: 'manifest' },
    ])
    ;[one, list, whole, nested, manifest] = answers
  })

  it('leaves the named members alone, of every element of a list too', () => {
    expect(one!['data']).toEqual({ id: 42 })
    expect(list!['data']).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ])
    expect(list!['meta'].pagination.returned).toBe(2)
  })

  it('leaves the members of the envelope as they are', () => {
    expect(Object.keys(one!)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
    expect(one).toMatchObject({ ok: true, error: null })
  })

  it('fails for no name that the data does not have', () => {
    expect(one!['ok']).toBe(true)
    expect(JSON.stringify(one!['warnings'])).toContain("there is no 'none' in the data")
  })

  it('is an option of every command, and of none alone', () => {
    expect(manifest!['data'].flags).toHaveProperty('fields')
    for (const { flags } of Object.values<Loose>(manifest!['data'].commands))
      expect(flags).not.toHaveProperty('fields')
  })

  it('finds names at the top, with all that is below them', () => {
    expect(whole!['data']).toEqual([{ size: { x: 1 } }, { size: { x: 2 } }])
    expect(JSON.stringify(nested!['warnings'])).toContain("there is no 'x' in the data")
  })
})
