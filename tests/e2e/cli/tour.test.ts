import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { validateEnvelope } from 'surety/contract'
import { beforeAll, describe, expect, it } from 'vitest'

import { hasTerminals, runAtTerminal } from '../processes/run-shell.ts'

const quote = (word: string) => `'${word}'`
const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Stop {
  readonly title: string
  readonly command: string
  readonly exit_code: number
  readonly stdout: unknown
  readonly stderr: unknown
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

  const stopOf = (words: string) =>
    envelope.data.stops.find(({ title }) => title.toLowerCase().includes(words))

  it('begins with the troubles that people know, and each gets its fact', () => {
    const [pipe, doubt, list] = envelope.data.stops
    expect(pipe).toMatchObject({
      exit_code: 0,
      stderr: 'surety: npm test failed (exit 1, TESTS_FAILED); the pipe hid it',
    })
    expect(doubt).toMatchObject({
      exit_code: 10,
      stdout: { meta: { verdict: { reason: 'IN_DOUBT', settles: 'git ls-remote origin main' } } },
    })
    expect(list).toMatchObject({ exit_code: 0, stdout: 30 })
    expect(list?.stderr).toContain("30 rows, gh's default limit")
  })

  it('brings the flaky tool to a good end at the third attempt', () => {
    expect(stopOf('service that is down')).toMatchObject({
      exit_code: 0,
      stdout: { ok: true, data: { report: 'ready', calls: 3 }, meta: { attempts: { count: 3 } } },
    })
  })

  it('follows a redirect, and finds what is wrong with a tool', () => {
    expect(stopOf('renamed')?.stdout).toMatchObject({
      meta: { attempts: { log: [{ verdict: 'follow_redirect' }, { verdict: 'accept' }] } },
    })
    expect(stopOf('wrong with a tool')?.stdout).toMatchObject({
      error: { code: 'CONFORMANCE_CHECKS_FAILED' },
    })
  })

  it.runIf(hasTerminals)('fits 60 columns and ends with what to type next (script)', async () => {
    const tour = join(root, 'scripts/tour/tour.mjs')
    const line = `stty cols 60; ${quote(process.execPath)} ${quote(tour)} 2>/dev/null`
    const text = stripVTControlCharacters((await runAtTerminal(line)).stdout)
    const lines = text.split(/\r?\n/)
    expect(lines.filter((each) => each.length > 60)).toEqual([])
    expect(text).toMatch(/wc -l'\s+30\s+surety: 30 rows/)
    expect(text.trimEnd().split(/\r?\n/).slice(-6).join(' ')).toContain('surety new greet')
  })
})
