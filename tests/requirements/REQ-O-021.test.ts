import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { describe, expect, it, beforeAll } from 'vitest'

import { acme, homeWithLogs } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'
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

  it('REQ-O-021/6 REQ-O-047/7: is noted in the audit log with its confirmation, and too many scopes are', async () => {
    const home = homeWithLogs()
    const log = join(home, 'state', 'audit.jsonl')
    const env = { HOME: home, ACME_AUDIT_LOG: log, SCOPES: 'volume:read,admin' }
    const done = await acme(['remove', 'logs', '--confirm-destructive'], { env })
    expect(done.meta['audit_log_path']).toBe(log)
    await acme(['read-volumes'], { env })
    await acme(['secretive', '--password', 'sesame'], { env })
    await acme(['many', '--limit', 'x'], { env })
    await acme(['fine', '--help'], { env })
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Loose)
    expect(entries.map(({ command, exit_code: exit }) => [command, exit])).toEqual([
      ['remove', 0],
      ['read-volumes', 0],
      ['secretive', 1],
      ['many', 2],
    ])
    expect(entries[0]).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      args: { name: 'logs', 'confirm-destructive': true },
      duration_ms: expect.any(Number),
      request_id: expect.any(String),
    })
    expect(entries[1]?.['warnings']).toEqual(['CREDENTIAL_OVER_PRIVILEGED'])
    expect(lines.join()).not.toContain('sesame')
    expect(statSync(log).mode & 0o777).toBe(0o600)
    const off = await acme(['fine'], { env: { HOME: home, ACME_AUDIT_LOG: '0' } })
    expect(off.meta).not.toHaveProperty('audit_log_path')
    const wrong = await acme(['fine'], { env: { HOME: home, ACME_AUDIT_LOG: 'yes' } })
    expect(wrong).toMatchObject({ code: 2, error: { code: 'INVALID_AUDIT_LOG_SETTING' } })
    const full = await acme(['fine'], { env: { HOME: home, ACME_AUDIT_LOG: '/dev/full' } })
    expect([full.code, full.warnings]).toEqual([
      0,
      expect.stringContaining('AUDIT_LOG_UNAVAILABLE'),
    ])
    // The system has it since 1970, which does not make it an old log.
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true)
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

describe('a command for persons', () => {
  it.runIf(hasTerminals)(
    'REQ-O-021/10: asks at a terminal for the text, also with --confirm-destructive',
    async () => {
      const line = `${program('requirements/special.mjs')} approve p-7 --confirm-destructive --yes`
      const typed = (press: string) => runAtTerminal(line, [{ when: "Type 'p-7'", press }])
      const right = await typed('p-7\r')
      expect(right.code).toBe(0)
      expect(stripVTControlCharacters(right.stdout)).toContain('Deleted')
      const wrong = await typed('p-8\r')
      expect(wrong.code).toBe(4)
      expect(stripVTControlCharacters(wrong.stdout)).toContain('ATTESTATION_MISMATCH')
    },
  )
})
