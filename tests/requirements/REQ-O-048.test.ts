import { describe, expect, it, beforeAll } from 'vitest'

import { acme, folder, homeWithLogs } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions, type Loose } from '../e2e/processes/run-program.ts'
import { special, specialManifest } from './special.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

let manifest: Loose

beforeAll(async () => {
  manifest = await specialManifest()
})

describe('a command of contract 1.16', () => {
  it('REQ-O-048/9,10,11,13 REQ-C-005/10: previews by default, asks nothing, and --dry-run is stronger than --live', async () => {
    const env = { HOME: folder() }
    await newest(['change', 'logs', 'text'], { env })
    for (const more of [[], ['--non-interactive'], ['--yes'], ['--live', '--dry-run']]) {
      const { code, data, meta, calls } = await newest(['remove-by-default', 'logs', ...more], {
        env,
      })
      expect({ more, code, calls }).toEqual({ more, code: 0, calls: 0 })
      expect(data).toMatchObject({ effect: 'would_delete', would_affect: { name: 'logs' } })
      expect(meta['dry_run']).toBe(true)
    }
    const live = await newest(['remove-by-default', 'logs', '--live'], { env })
    expect(live).toMatchObject({ data: { effect: 'deleted' }, meta: { dry_run: false } })
    expect(live.meta['confirmed']).toBe(true)
  })
})

describe('a destructive command', () => {
  it('REQ-O-048/1,2,3,6: with a safe default previews until it is told --live', async () => {
    const env = { HOME: homeWithLogs() }
    const preview = await acme(['remove-by-default', 'logs'], { env })
    expect(preview).toMatchObject({ code: 0, calls: 0, meta: { dry_run: true } })
    expect(preview.data['effect']).toBe('would_delete')
    const both = await acme(['remove-by-default', 'logs', '--live', '--dry-run'], { env })
    expect(both).toMatchObject({ code: 0, calls: 0, data: { effect: 'would_delete' } })
    const live = await acme(['remove-by-default', 'logs', '--live'], { env })
    expect(live).toMatchObject({ code: 0, calls: 1, meta: { dry_run: false, confirmed: true } })
    expect(live.data['effect']).toBe('deleted')
    const wrong = await acme(['remove-by-default', 'logs', '--nonsense'], { env })
    expect(wrong.meta['dry_run']).toBe(true)
  })
})

describe('a command with a confirm flag', () => {
  it('REQ-O-048/9,13: previews without it, whatever else is said', async () => {
    expect(manifest['commands'].apply.confirm_flag).toBe('really')
    for (const line of ['apply', 'apply --yes --non-interactive', 'apply --really --dry-run']) {
      const { code, envelope, handled } = await special(line.split(' '))
      expect({ line, code, handled }).toEqual({ line, code: 0, handled: '' })
      expect(envelope).toMatchObject({
        data: { effect: 'would_update', would_affect: { name: 'logs' } },
        meta: { dry_run: true },
      })
    }
  })

  it('REQ-O-048/10 REQ-C-005/10: changes things with it, also if it is --yes', async () => {
    for (const line of ['apply --really', 'agree --yes']) {
      const { envelope, handled } = await special(line.split(' '))
      expect(handled).toBe('x')
      expect(envelope).toMatchObject({
        data: { effect: 'updated' },
        meta: { dry_run: false, confirmed: true },
      })
    }
  })
})
