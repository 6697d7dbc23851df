import { beforeAll, describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('stderr', () => {
  let [plain, ci, quiet, beats, silent]: Ended[] = []
  let lines: readonly string[] = []
  beforeAll(async () => {
    ;[plain, ci, quiet, beats, silent] = await Promise.all([
      lower(['logs']),
      lower(['logs'], { env: { CI: '1' } }),
      lower(['logs', '--quiet']),
      lower(['logs', '--rounds', '60', '--heartbeat-interval', '1']),
      lower(['logs', '--rounds', '25', '--heartbeat-interval', '1', '--quiet']),
    ])
    lines = beats.stderr.split('\n').filter((line) => /^\[\d+s\]/.test(line))
  })

  it('has neither progress nor what is merely interesting, in CI neither', () => {
    for (const { stderr, documents } of [plain!, ci!]) {
      expect(stderr).not.toMatch(/starting|merely/)
      expect(documents).toHaveLength(1)
    }
  })

  it('has errors in every context', () => {
    for (const { stderr } of [plain!, ci!]) expect(stderr).toMatch(/\[ERROR\] broken/)
  })

  it('has all of it with --verbose', async () => {
    expect((await lower(['logs', '--verbose'])).stderr).toMatch(/starting[^]*merely interesting/)
  })

  it('has nothing of a child otherwise', async () => {
    expect((await lower(['quick'])).stderr).not.toContain('chatter')
  })

  it('is empty with --quiet', () => {
    expect([quiet!.stderr, silent!.stderr]).toEqual(['', ''])
  })

  it('has the time and the newest progress as plain text, once per interval', () => {
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.at(-1)).toMatch(/^\[\d+s\] round \d+$/)
    expect(beats!.stdout).not.toContain('round')
  })

  it('has no more lines if progress comes faster', () => {
    expect(lines.length).toBeLessThanOrEqual(Number.parseInt(lines.at(-1)!.slice(1), 10) + 1)
  })
})

it.runIf(hasTerminals)(
  'a person at a terminal sees progress and what is merely interesting',
  async () => {
    const { stdout } = await runAtTerminal(`${program('requirements/lower.mjs')} logs --rounds 5`)
    expect(stdout).toMatch(/starting|round \d/)
    expect(stdout).toContain('merely interesting')
  },
)
