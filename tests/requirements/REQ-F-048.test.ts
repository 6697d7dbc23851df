import { readdirSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { type Answer, acme, expectEnvelope, folder } from '../e2e/processes/run-acme.ts'

describe('help and version', () => {
  const home = folder()
  let [long, short]: Answer[] = []
  beforeAll(async () => {
    const env = { HOME: home, TMPDIR: home, SCOPES: undefined }
    const ask = (flag: string) => acme(['sign-in', flag], { env, cwd: home })
    ;[long, short] = await Promise.all([ask('--help'), ask('-h')])
  })

  it('REQ-F-048/1,4,5: help is a marker on stdout that names the schema', () => {
    for (const ended of [long!, short!]) {
      expectEnvelope(ended)
      expect(ended.meta).toMatchObject({ help: true, schema_ref: 'sign-in --schema' })
    }
  })

  it('REQ-F-048/2: help has its text on stderr alone', () => {
    for (const { stdout, stderr } of [long!, short!]) {
      expect(stderr).toContain('Usage')
      expect(stdout).not.toContain('Usage')
    }
  })

  it('REQ-F-068/1,7,8: help exits 0 without a credential, in short as in long', () => {
    for (const { code } of [long!, short!]) expect(code).toBe(0)
    expect(short!.stderr).toBe(long!.stderr)
  })

  it('REQ-F-068/3,9: help touches nothing', () => {
    for (const { calls } of [long!, short!]) expect(calls).toBe(0)
    expect(readdirSync(home)).toEqual([])
  })
})
