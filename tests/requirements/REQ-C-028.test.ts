import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { contracts } from './contracts.ts'

describe('a resource', () => {
  it('REQ-C-028/1,2,3,4,5,6,7,8: is returned if it exists, and its absence is no failure', async () => {
    const env = { HOME: folder() }
    const call = (line: string) => contracts(line, { env })
    const first = await call('create logs')
    const [second, got, schema, removal] = await Promise.all([
      call('create logs'),
      call('get logs'),
      call('create --schema'),
      call('remove nothing --confirm-destructive'),
    ])
    expect(first.data).toMatchObject({ effect: 'created', ...got.data })
    expect(second).toMatchObject({
      code: 6,
      envelope: { ok: false },
      error: { code: 'ALREADY_EXISTS', retryable: false },
    })
    expect(second.data).toEqual(got.data)
    expect(removal).toMatchObject({ code: 0, data: { status: 'not_found', id: 'nothing' } })
    expect(schema.data['exit_codes']['6'].name).toBe('CONFLICT')
    expect(schema.data['errors']).toContainEqual({ code: 'ALREADY_EXISTS', exit: 'CONFLICT' })
    const { data } = await call('remove --schema')
    expect(data['exit_codes']['5'].name).toBe('NOT_FOUND')
  })
})
