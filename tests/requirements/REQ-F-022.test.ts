import { beforeAll, describe, expect, it } from 'vitest'

import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

/** The help of commands of the author and of the framework. */
let helps: readonly string[] = []

beforeAll(async () => {
  const names = ['look', 'make', 'doctor']
  const ended = await Promise.all(names.map((name) => work([name, '--help'])))
  helps = ended.map(({ stderr }) => stderr)
})

type Ended = Awaited<ReturnType<typeof work>>

describe('an answer', () => {
  let [look, wrong, off, version, inPipeline]: Ended[] = []
  beforeAll(async () => {
    ;[look, wrong, off, version, inPipeline] = await Promise.all([
      work(['look']),
      work(['look', '--nope']),
      work(['make', '--name', 'foo', '--no-update-check']),
      work(['--version']),
      work(['look'], { env: { CI: 'true' } }),
    ])
  })

  it('has the version of the schema of its command, success or not', () => {
    for (const { meta } of [look!, wrong!, inPipeline!]) expect(meta['schema_version']).toBe('2.1')
    expect(off!.meta['schema_version']).toBe('1.0')
  })

  it('shows that the author raised the version of this command', async () => {
    const env = { WORK_LOOK: '3.0' }
    const [raised, other] = await Promise.all([
      work(['look'], { env }),
      work(['make', '--name', 'foo'], { env }),
    ])
    expect(raised.meta['schema_version']).toBe('3.0')
    expect(other.meta['schema_version']).toBe('1.0')
  })

  it('has the version of the tool, as --version says it', () => {
    for (const { meta } of [look!, wrong!, off!, inPipeline!])
      expect(meta['tool_version']).toBe('1.4.0')
    expect(version!.stdout).toBe('1.4.0\n')
  })

  it('looks for no update without a terminal or in CI, and so waits for none', () => {
    // What looks for updates leaves a trace; the other one is that of the handler.
    expect([look!.calls, inPipeline!.calls, off!.calls]).toEqual([0, 0, 1])
  })

  it('tells of no update, anywhere', () => {
    for (const { meta, stderr, stdout } of [look!, off!, inPipeline!]) {
      expect(meta).not.toHaveProperty('update_available')
      expect(stderr).toBe('')
      expect(stdout).not.toContain('1.5.0')
    }
  })

  it('can be had without them, as every help says', () => {
    for (const help of helps) expect(help).toMatch(/--validate-only .*--no-update-check /)
  })
})
