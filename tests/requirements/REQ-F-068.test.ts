import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { acme, expectEnvelope, folder } from '../e2e/processes/run-acme.ts'
import { program, runShell } from '../e2e/processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')

describe('help and version', () => {
  it('REQ-F-068/2,3,7,8,9,10: the version is one line, in a bare environment too', async () => {
    const home = folder()
    for (const flag of ['--version', '-V']) {
      const line = `cd ${home}; env -i HOME=${home} ${TOOL} ${flag}; ls -A ${home}`
      expect(await runShell(line)).toEqual({ stdout: 'acme 1.2.3\n', stderr: '', code: 0 })
    }
  })

  it('REQ-F-068/4,5,11 REQ-F-047/3: a bare call shows short help and touches nothing', async () => {
    const home = folder()
    const ended = await acme([], { env: { HOME: home, TMPDIR: home }, cwd: home, input: null })
    expectEnvelope(ended)
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('Usage')
    expect(ended.stderr).toContain('sign-in')
    expect(ended.stderr).not.toContain('--token-env-var')
    expect(readdirSync(home)).toEqual([])
  })
})
