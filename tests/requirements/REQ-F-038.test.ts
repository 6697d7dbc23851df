import { describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'

describe('stderr', () => {
  it('REQ-F-038/1,2,3,4,5,7,8,9,10 REQ-O-012/1,2,3,4,5: is quiet unless somebody asks', async () => {
    const [plain, verbose, ci, quiet, beats, silent, other, bad] = await Promise.all([
      lower(['logs']),
      lower(['logs', '--verbose']),
      lower(['logs'], { env: { CI: '1' } }),
      lower(['logs', '--quiet']),
      lower(['logs', '--rounds', '60', '--heartbeat-interval', '1']),
      lower(['logs', '--rounds', '25', '--heartbeat-interval', '1', '--quiet']),
      lower(['quick']),
      lower(['bad'], { env: { BAD: 'log' } }),
    ])
    for (const { stderr, documents } of [plain, ci]) {
      expect(stderr).not.toMatch(/starting|merely/)
      expect(stderr).toMatch(/\[ERROR\] broken/)
      expect(stderr).toMatch(/out line\n[^]*err line|err line\n[^]*out line/)
      expect(documents).toHaveLength(1)
    }
    expect(verbose.stderr).toMatch(/starting[^]*merely interesting/)
    expect([quiet.stderr, silent.stderr]).toEqual(['', ''])
    expect(other.stderr).not.toContain('chatter')
    expect(JSON.stringify(bad.envelope)).toContain('childLog')
    const lines = beats.stderr.split('\n').filter((line) => /^\[\d+s\]/.test(line))
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.at(-1)).toMatch(/^\[\d+s\] round \d+$/)
    // One a second, however long the rounds took.
    expect(lines.length).toBeLessThanOrEqual(Number.parseInt(lines.at(-1)!.slice(1), 10) + 1)
    expect(beats.stdout).not.toContain('round')
  })
})

it.runIf(hasTerminals)(
  'REQ-F-038/6: a person at a terminal sees progress and what is merely interesting',
  async () => {
    const { stdout } = await runAtTerminal(`${program('requirements/lower.mjs')} logs --rounds 5`)
    expect(stdout).toMatch(/starting|round \d/)
    expect(stdout).toContain('merely interesting')
  },
)
