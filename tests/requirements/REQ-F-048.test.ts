import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { acme, expectEnvelope, folder } from '../e2e/processes/run-acme.ts'

describe('help and version', () => {
  it('REQ-F-048/1,2,4,5 REQ-F-068/1,3,7,8,9: help is a marker on stdout and text on stderr, and touches nothing', async () => {
    const home = folder()
    const env = { HOME: home, TMPDIR: home, SCOPES: undefined }
    for (const flag of ['--help', '-h']) {
      const ended = await acme(['sign-in', flag], { env, cwd: home })
      expectEnvelope(ended)
      expect(ended).toMatchObject({ code: 0, calls: 0 })
      expect(ended.meta).toMatchObject({ help: true, schema_ref: 'sign-in --schema' })
      expect(ended.stderr).toContain('Usage')
      expect(ended.stdout).not.toContain('Usage')
    }
    expect(readdirSync(home)).toEqual([])
  })
})
