import { beforeAll, describe, expect, it } from 'vitest'

import { calls, lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('--schema-version', () => {
  let [old, older, current]: Loose[] = []
  beforeAll(async () => {
    const { answers } = await calls([
      { _cmd: 'versions', _opts: { 'schema-version': 2 } },
      { _cmd: 'versions', _opts: { 'schema-version': 1 } },
      { _cmd: 'versions' },
    ])
    ;[old, older, current] = answers
  })

  it('answers in the shape of an older version, and names it with its minor number', () => {
    expect(old).toMatchObject({ data: { name: 'Ada' }, meta: { schema_version: '2.0' } })
    expect(current).toMatchObject({ data: { full_name: 'Ada' }, meta: { schema_version: '3.0' } })
  })

  it('warns of an old version, as an object with both versions', () => {
    expect(old!['warnings']).toMatchObject([
      {
        code: 'SCHEMA_DEPRECATED',
        message: expect.any(String),
        context: { current_version: '3.0', requested_version: '2.0' },
      },
    ])
    expect(current!['warnings']).toEqual([])
  })

  it('refuses a version below the declared minimum', () => {
    expect(older).toMatchObject({ ok: false, meta: { exit_code: 2 } })
  })

  it('has its declared minimum and the current version in the description', async () => {
    const { data } = await lower(['versions', '--schema'])
    expect(data).toMatchObject({ schema_version: '3.0', min_schema_version: '2.0' })
  })
})
