import { describe, expect, it, beforeAll } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

import { special, specialManifest } from './special.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await specialManifest()
})

describe('a change', () => {
  it('REQ-F-002/2: that is followed by an input error ends as PARTIAL_FAILURE', async () => {
    const { code, error, calls } = await acme(['change-then-refuse'])
    expect({ code, calls }).toEqual({ code: 3, calls: 1 })
    expect(error).toMatchObject({ code: 'BAD_LINE', phase: 'execution' })
  })
})

describe('a command that hands its arguments on', () => {
  it('REQ-F-002/7: tells the exit 2 of the program from one of its own', async () => {
    const script = 'console.log(process.argv.slice(1).join()); process.exit(2)'
    const words = ['--', '--format', 'plain', '--help']
    const theirs = await special(['wrapped', script, ...words])
    expect([theirs.code, theirs.stdout]).toEqual([2, '--format,plain,--help\n'])
    expect(JSON.parse(theirs.stderr.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      ok: false,
      data: { exit_code: 2 },
      error: { code: 'DELEGATED_EXIT', retryable: false },
      meta: { exit_code: 2 },
    })
    expect(theirs.stderr).not.toContain('"phase"')
    const ours = await special(['--nope', 'wrapped', script])
    expect([ours.code, ours.error['code'], ours.error['phase']]).toEqual([
      2,
      'UNKNOWN_FLAG',
      'validation',
    ])
    const fine = await special(['wrapped', '--help'])
    expect([fine.code, fine.stdout]).toEqual([0, 'help of the program\n'])
    expect(fine.stderr).toContain('{"ok":true,"data":{"exit_code":0}')
    expect(manifest['commands'].wrapped).toMatchObject({
      arguments: 'passthrough',
      option_placement: 'strict',
      flags: {},
    })
  })
})
