import { beforeAll, describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('stderr', () => {
  let [plain, ci, quiet]: Ended[] = []
  beforeAll(async () => {
    ;[plain, ci, quiet] = await Promise.all([
      lower(['logs']),
      lower(['logs'], { env: { CI: '1' } }),
      lower(['logs', '--quiet']),
    ])
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
    expect(quiet!.stderr).toBe('')
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
