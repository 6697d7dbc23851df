import { beforeAll, describe, expect, it } from 'vitest'

import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

/** The help of commands of the author and of the framework. */
let helps: readonly string[] = []

beforeAll(async () => {
  const names = ['look', 'make', 'doctor']
  const ended = await Promise.all(names.map((name) => work([name, '--help'])))
  helps = ended.map(({ stderr }) => stderr)
})

describe('an answer', () => {
  it('REQ-F-022/2,3,4,5,6 REQ-F-023/1,2,3,6 REQ-F-029/1,2,5,6,8 REQ-O-020/3,4,6 REQ-O-009/4: has versions, and looks for no update', async () => {
    const { look, wrong, off, version } = await runAll({
      look: work(['look']),
      wrong: work(['look', '--nope']),
      off: work(['make', '--name', 'foo', '--no-update-check']),
      version: work(['--version']),
    })
    expect(look.meta).toMatchObject({ schema_version: '2.1', tool_version: '1.4.0' })
    expect(wrong.meta).toMatchObject({ schema_version: '2.1', tool_version: '1.4.0' })
    expect(off.meta).toMatchObject({ schema_version: '1.0', tool_version: '1.4.0' })
    expect(version.stdout).toBe('1.4.0\n')
    for (const { meta, stderr } of [look, off]) {
      expect(meta).not.toHaveProperty('update_available')
      expect(stderr).toBe('')
    }
    expect([look.calls, off.calls]).toEqual([0, 1])
    for (const help of helps) expect(help).toMatch(/--validate-only .*--no-update-check /)
  })
})
