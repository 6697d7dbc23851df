import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { contractManifest, contracts, expectRefusals } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

describe('a key', () => {
  it('REQ-C-007/1,2,3,4,5,6,7,8: makes a change happen once', async () => {
    const env = { HOME: folder() }
    const make = () => contracts('make --idempotency-key k', { env })
    const first = await make()
    const [second, bare, stream, paused, again] = await Promise.all([
      make(),
      contracts('make', { env }),
      contracts('rows --idempotency-key k'),
      contracts('copy --budget 100ms'),
      contracts('copy --budget 100ms'),
    ])
    expect(second).toMatchObject({ code: 0, trace: [], meta: { idempotency_hit: true } })
    expect(second.data).toEqual({ ...first.data, effect: 'noop' })
    expect(bare).toMatchObject({ trace: ['x'], data: { effect: 'created' } })
    expect([stream.code, stream.error['code']]).toEqual([2, 'UNKNOWN_FLAG'])
    await expectRefusals('C-007')
    for (const [name, { danger_level: danger, flags, builtin, ...rest }] of Object.entries<Loose>(
      manifest['data'].commands,
    )) {
      const isFree = danger === 'safe' || rest['arguments'] || rest['stdout'] || name === 'rows'
      if (builtin) continue
      expect(Object.hasOwn(flags, 'idempotency-key'), name).toBe(!isFree)
      if (!isFree) expect(flags['idempotency-key'].required).toBe(false)
    }
    const key = /--idempotency-key (\S+)$/
    const keys = [paused, again].map(({ data }) => key.exec(data['continue_command'])?.[1])
    expect(keys[0]).toMatch(/^k-\w+/)
    expect(keys[1]).toBe(keys[0])
    const page = readFileSync('docs/framework/commands.md', 'utf8')
    expect(page).toContain('Without a key, a repeated call repeats the change')
  })
})
