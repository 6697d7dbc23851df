import { readdirSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { acme, expectEnvelope, folder } from '../e2e/processes/run-acme.ts'
import { program, runShell } from '../e2e/processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')

describe('help and version', () => {
  describe('the version', () => {
    const home = folder()
    const seen: Awaited<ReturnType<typeof runShell>>[] = []
    beforeAll(async () => {
      for (const flag of ['--version', '-V'])
        seen.push(await runShell(`cd ${home}; env -i HOME=${home} ${TOOL} ${flag}`))
    })

    it('REQ-F-068/2,7,10: is one line in a bare environment', () => {
      expect(seen[0]).toEqual({ stdout: 'acme 1.2.3\n', stderr: '', code: 0 })
    })

    it('REQ-F-068/8: is the same with -V', () => {
      expect(seen[1]).toEqual(seen[0])
    })

    it('REQ-F-068/3,9: touches nothing', () => {
      expect(readdirSync(home)).toEqual([])
    })
  })

  it('REQ-F-068/4,5,11 REQ-F-047/3: a bare call shows short help and touches nothing', async () => {
    const home = folder()
    const ended = await acme([], { env: { HOME: home, TMPDIR: home }, cwd: home, input: null })
    expectEnvelope(ended)
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('Usage')
    expect(ended.stderr).toContain('sign-in')
    expect(ended.stderr).not.toContain('--confirm-destructive')
    expect(readdirSync(home)).toEqual([])
  })
})
