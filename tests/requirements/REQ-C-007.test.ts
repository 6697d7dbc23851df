import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { runAll } from '../e2e/processes/run-tool.ts'
import { contractManifest, contracts } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

describe('a key', () => {
  const run = async () => {
    const env = { HOME: folder() }
    const make = () => contracts('make --idempotency-key k', { env })
    const first = await make()
    const rest = await runAll({
      second: make(),
      bare: contracts('make', { env }),
      bareToo: contracts('make', { env }),
    })
    return { first, ...rest }
  }
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })

  it('makes a change happen once; the repeat has the data of the first', () => {
    expect(seen.first).toMatchObject({ code: 0, trace: ['x'] })
    expect(seen.second).toMatchObject({ code: 0, trace: [], meta: { idempotency_hit: true } })
    expect(seen.second.data).toEqual({ ...seen.first.data, effect: 'noop' })
  })

  it('has to be given: without one a repeat repeats the change, as the page says', () => {
    for (const { trace, data } of [seen.bare, seen.bareToo])
      expect([trace, data['effect']]).toEqual([['x'], 'created'])
    const page = readFileSync('docs/framework/commands.md', 'utf8')
    expect(page).toContain('Without a key, a repeated call repeats the change')
  })

  it('is an option of every change', () => {
    for (const [name, { danger_level: danger, flags, builtin, ...rest }] of Object.entries<Loose>(
      manifest['data'].commands,
    )) {
      const isFree = danger === 'safe' || rest['arguments'] || rest['stdout']
      if (builtin) continue
      expect(Object.hasOwn(flags, 'idempotency-key'), name).toBe(!isFree)
      if (!isFree) expect(flags['idempotency-key'].required).toBe(false)
    }
  })
})
