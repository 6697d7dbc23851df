import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('a command of contract 1.16', () => {
  it('REQ-O-047/8,9: warns of too many scopes and fails with too few', async () => {
    const over = await newest(['read-volumes'], { env: { SCOPES: 'volume:read,admin' } })
    const facts = {
      command: 'read-volumes',
      excess_scopes: ['admin'],
      required_scopes: ['volume:read'],
    }
    expect(over.envelope['warnings']).toMatchObject([
      { code: 'CREDENTIAL_OVER_PRIVILEGED', context: facts },
    ])
    const few = await newest(['check-permissions', '--for', 'grow-volumes'], {
      env: { SCOPES: 'volume:read' },
    })
    expect(few).toMatchObject({ code: 8, error: { code: 'INSUFFICIENT_SCOPES' } })
    expect(few.error['context']).toMatchObject({
      command: 'grow-volumes',
      required_scopes: ['volume:write', 'volume:read'],
      active_scopes: ['volume:read'],
      missing_scopes: ['volume:write'],
    })
  })
})

describe('permissions', () => {
  const check = (scopes: string, argv: readonly string[]) =>
    acme(['check-permissions', ...argv], { env: { SCOPES: scopes } })

  it('REQ-O-047/1,3,6: are enough, more than enough, or none', async () => {
    const exact = await check('volume:read', ['--for', 'read-volumes'])
    expect(exact).toMatchObject({
      code: 0,
      data: {
        command: 'read-volumes',
        required_scopes: ['volume:read'],
        active_scopes: ['volume:read'],
        over_privileged: false,
      },
    })
    const more = await check('volume:read,admin', ['--for', 'read-volumes'])
    expect(more).toMatchObject({ code: 0, data: { over_privileged: true } })
    expect(more.warnings).toContain("more than 'read-volumes' needs")
    expect(await acme(['read-volumes'])).toMatchObject({ code: 0, warnings: '[]' })
  })

  it('REQ-O-047/2,4,5: are listed for all commands, named where they lack, and warned about', async () => {
    const { data } = await check('volume:read', [])
    expect(data['commands']['grow-volumes']).toEqual({
      required_scopes: ['volume:write', 'volume:read'],
      covered: false,
      over_privileged: false,
    })
    const lacking = await check('volume:read', ['--for', 'grow-volumes'])
    expect(lacking.code).toBe(8)
    expect(JSON.stringify(lacking.error)).toContain('"missing_scopes":["volume:write"]')
    const used = await acme(['read-volumes'], { env: { SCOPES: 'volume:read,admin' } })
    expect(used.warnings).toContain('volume:read would be enough')
  })
})
