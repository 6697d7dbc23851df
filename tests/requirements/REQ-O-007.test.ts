import { expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'

it('REQ-O-007/1,2,3,4,5,6 REQ-O-025/1,2,3,4,5,6: equal calls answer equal bytes, and warnings may fail', async () => {
  const stable = ['look', '--stable-output']
  const cwd = folder()
  const [first, second, strict, warned, plain, silent, schema] = await Promise.all([
    lower(stable, { cwd, env: { HOME: cwd } }),
    lower(stable, { cwd, env: { HOME: cwd } }),
    lower(['one', '--warnings-as-errors']),
    lower(['warns', '--warnings-as-errors']),
    lower(['warns']),
    lower(['--stable-output', 'one']),
    lower(['manifest']),
  ])
  expect(first.stdout).toBe(second.stdout)
  expect(first.data['ranked']).toEqual(['first', 'second'])
  expect(first.data).not.toHaveProperty('now')
  for (const { meta } of [first, silent]) {
    expect(meta).not.toHaveProperty('request_id')
    expect(meta).not.toHaveProperty('timestamp')
    expect(meta['duration_ms']).toBe(0)
  }
  expect(strict.code).toBe(0)
  expect(warned).toMatchObject({
    code: 1,
    trace: 'x',
    data: null,
    error: { code: 'WARNINGS_AS_ERRORS' },
    warnings: [{ code: 'ODD' }],
  })
  expect(plain).toMatchObject({ code: 0, warnings: [{ code: 'ODD' }] })
  for (const name of ['stable-output', 'warnings-as-errors'])
    expect(schema.data['flags']).toHaveProperty(name)
})
