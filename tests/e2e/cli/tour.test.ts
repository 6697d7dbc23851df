import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { validateEnvelope } from 'surety/contract'
import { beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Stop {
  readonly title: string
  readonly command: string
  readonly exit_code: number
  readonly stdout: { readonly [member: string]: unknown }
}

describe('the tour', () => {
  let envelope: { ok: boolean; data: { stops: Stop[]; duration_ms: number } }

  beforeAll(() => {
    const text = execFileSync(process.execPath, ['scripts/tour/tour.mjs'], {
      cwd: root,
      encoding: 'utf8',
    })
    envelope = JSON.parse(text) as typeof envelope
  })

  it('is one valid envelope when piped', () => {
    expect(validateEnvelope(envelope)).toEqual([])
    expect(envelope.ok).toBe(true)
    expect(envelope.data.stops.length).toBeGreaterThanOrEqual(8)
  })

  it('brings the flaky tool to a good end at the third attempt', () => {
    const stop = envelope.data.stops.find(({ title }) => title.includes('flaky'))
    expect(stop).toMatchObject({
      exit_code: 0,
      stdout: { ok: true, data: { report: 'ready', calls: 3 }, meta: { attempts: { count: 3 } } },
    })
  })

  it('follows the redirect that the stop before showed', () => {
    const stop = envelope.data.stops.find(({ title }) => title.includes('follows'))
    expect(stop?.stdout).toMatchObject({
      meta: { attempts: { log: [{ verdict: 'follow_redirect' }, { verdict: 'accept' }] } },
    })
  })

  it('prints commands that a reader can repeat as they are', () => {
    // One of each kind: with a folder of its own, of another tool, without variables.
    const { stops } = envelope.data
    for (const { command, exit_code, title } of [stops[0]!, stops[3]!, stops[5]!]) {
      const { status } = spawnSync('sh', ['-c', command], { cwd: root })
      expect(status, title).toBe(exit_code)
    }
  })
})
