import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, beforeAll } from 'vitest'

import { acme, homeWithLogs } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { special, specialManifest } from './special.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await specialManifest()
})

describe('a destructive command', () => {
  it('REQ-O-021/1,2,5: needs confirmation, and --yes is none', async () => {
    const env = { HOME: homeWithLogs() }
    for (const more of [[], ['--yes']]) {
      const { code, error, calls } = await acme(['remove', 'logs', ...more], { env })
      expect({ code, calls }).toEqual({ code: 2, calls: 0 })
      expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', phase: 'validation' })
      expect(error['message']).toContain('--confirm-destructive')
      expect(JSON.stringify(error)).toContain('"would_affect":{"name":"logs","bytes":4}')
    }
    const done = await acme(['remove', 'logs', '--confirm-destructive'], { env })
    expect(done).toMatchObject({ code: 0, calls: 1, meta: { confirmed: true } })
    expect(existsSync(join(env.HOME, 'things', 'logs'))).toBe(false)
  })
})

describe('a command with a confirm flag', () => {
  it('REQ-O-021/9 REQ-C-004/10: has --confirm-destructive if it destroys, and previews with --dry-run', async () => {
    expect(manifest['commands'].wipe.confirm_flag).toBe('confirm-destructive')
    const both = await special(['wipe', '--confirm-destructive', '--dry-run'])
    const bare = await special(['wipe'])
    for (const { code, envelope, handled } of [both, bare]) {
      expect([code, handled]).toEqual([0, ''])
      expect(envelope).toMatchObject({ data: { effect: 'would_delete' }, meta: { dry_run: true } })
    }
    const real = await special(['wipe', '--confirm-destructive'])
    expect(real.handled).toBe('x')
    expect(real.envelope['meta']).toMatchObject({ dry_run: false, confirmed: true })
  })
})
