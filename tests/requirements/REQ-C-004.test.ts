import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, beforeAll } from 'vitest'

import { acme, expectEnvelope, homeWithLogs } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { special, specialManifest } from './special.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await specialManifest()
})

describe('a destructive command', () => {
  describe('with --dry-run', () => {
    const env = { HOME: homeWithLogs() }
    let [preview, refused]: Awaited<ReturnType<typeof acme>>[] = []
    beforeAll(async () => {
      ;[preview, refused] = await Promise.all([
        acme(['remove', 'logs', '--dry-run'], { env }),
        acme(['remove', 'x', '--dry-run'], { env }),
      ])
    })

    it('REQ-C-004/3,4,7 REQ-C-003/7: succeeds, and says what it would do to what', () => {
      expectEnvelope(preview!)
      expect(preview!.code).toBe(0)
      expect(preview!.data).toEqual({
        effect: 'would_delete',
        would_affect: { name: 'logs', bytes: 4 },
      })
    })

    it('REQ-C-004/1: changes nothing', () => {
      expect(preview!.calls).toBe(0)
      expect(readdirSync(join(env.HOME, 'things'))).toEqual(['logs'])
    })

    it('REQ-C-004/2: checks its input all the same', () => {
      expect(refused).toMatchObject({ code: 2, error: { phase: 'validation' } })
    })
  })

  it('REQ-C-004/8: whose preview reports a change fails', async () => {
    const { code, error, data } = await acme(['preview-lies', '--dry-run'])
    expect({ code, data }).toEqual({ code: 1, data: null })
    expect(error['detail']).toContain('would_')
  })
})

describe('a command that serves a protocol', () => {
  it('REQ-C-004/9 REQ-O-021/10: may destroy things without a preview and without a flag', async () => {
    const { serve: entry } = manifest['commands']
    expect(entry).toMatchObject({
      stdout: 'protocol',
      protocol: 'line-lengths',
      danger_level: 'destructive',
    })
    for (const flag of ['dry-run', 'confirm-destructive', 'idempotency-key', 'output']) {
      expect(entry.flags).not.toHaveProperty(flag)
      expect(manifest['flags']).not.toHaveProperty(flag)
    }
    const refused = await special(['serve', '--confirm-destructive'])
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr.trimEnd().split('\n').at(-1)).toContain('"UNKNOWN_FLAG"')
    const served = await special(['serve'], { input: 'four' })
    expect([served.code, served.stdout]).toEqual([0, '4\n'])
  })
})
