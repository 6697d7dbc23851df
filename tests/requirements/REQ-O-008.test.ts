import { describe, expect, it, beforeAll } from 'vitest'

import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

/** The help of commands of the author and of the framework. */
let helps: readonly string[] = []

beforeAll(async () => {
  const names = ['look', 'make', 'doctor']
  const ended = await Promise.all(names.map((name) => work([name, '--help'])))
  helps = ended.map(({ stderr }) => stderr)
})

describe('verbosity', () => {
  const run = () =>
    runAll({
      plain: work(['talk']),
      quiet: work(['talk', '--quiet']),
      verbose: work(['talk', '--verbose'], { env: { CI: 'true' } }),
      debug: work(['talk', '--debug']),
      both: work(['talk', '--quiet', '--debug']),
    })
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })

  it('--quiet leaves nothing on stderr', () => {
    expect(seen.quiet.stderr).toBe('')
    expect(seen.quiet.documents).toHaveLength(1)
  })

  it('--verbose shows progress, in CI too', () => {
    expect(seen.verbose.stderr).toContain('halfway')
    expect(seen.plain.stderr).not.toContain('halfway')
    expect(seen.verbose.documents).toHaveLength(1)
  })

  it('--debug shows everything but secrets', () => {
    expect(seen.debug.stderr).toContain('[DEBUG]')
    expect(seen.debug.stderr).not.toContain('hunter2secret')
  })

  it('the answer is the same with each', () => {
    const { plain, quiet, verbose, debug } = seen
    for (const { data } of [plain, quiet, verbose, debug]) expect(data).toEqual({ done: true })
  })

  it('two at once are refused', () => {
    expect(seen.both.code).toBe(2)
  })

  it('all three are options of every command', () => {
    for (const help of helps)
      for (const flag of ['--quiet', '--verbose', '--debug']) expect(help).toContain(flag)
  })
})
