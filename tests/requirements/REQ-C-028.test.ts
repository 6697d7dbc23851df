import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { runAll } from '../e2e/processes/run-tool.ts'
import { contracts } from './contracts.ts'

describe('a resource', () => {
  const env = { HOME: folder() }
  const run = async () => {
    const call = (line: string) => contracts(line, { env })
    const first = await call('create logs')
    const rest = await runAll({
      second: call('create logs'),
      got: call('get logs'),
      creation: call('create --schema'),
      missing: call('remove nothing --confirm-destructive'),
      removal: call('remove --schema'),
    })
    return { first, ...rest }
  }
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })

  it('is in the answer of both creations, as a question for it gives it', () => {
    expect(seen.first.data).toEqual({ effect: 'created', ...seen.got.data })
    expect(seen.second.data).toEqual(seen.got.data)
  })

  it('that exists ends a creation with an exit of its own, not retryable', () => {
    expect(seen.second).toMatchObject({
      code: 6,
      envelope: { ok: false, data: seen.got.data },
      error: { code: 'ALREADY_EXISTS', retryable: false },
    })
  })

  it('that is missing is no failure of a removal', () => {
    expect(seen.missing).toMatchObject({
      code: 0,
      envelope: { ok: true },
      data: { status: 'not_found', id: 'nothing' },
    })
  })

  it('has both cases in the declared exits', () => {
    expect(seen.creation.data['exit_codes']['6'].name).toBe('CONFLICT')
    expect(seen.creation.data['errors']).toContainEqual({
      code: 'ALREADY_EXISTS',
      exit: 'CONFLICT',
    })
    expect(seen.removal.data['exit_codes']['5'].name).toBe('NOT_FOUND')
  })
})
