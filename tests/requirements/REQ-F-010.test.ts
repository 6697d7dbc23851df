import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder, GENERATION, acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { program, runShell } from '../e2e/processes/run-shell.ts'
import { spy } from './spy.ts'

const TOOL = program('requirements/commands.mjs')

const V16 = { ACME_ENVELOPE: GENERATION }

describe('a large answer', () => {
  it('REQ-F-010/1,5 REQ-F-046/6: waits for no pager, and neither does help', async () => {
    const pager = `${folder()}/pager`
    const line = `printf '#!/bin/sh\\ntouch ${pager}.used; cat' > ${pager}; chmod +x ${pager}; ${TOOL} large | wc -c; ${TOOL} --help >/dev/null; ls ${pager}*`
    const { stdout } = await runShell(line, { ...V16, PAGER: pager, GIT_PAGER: pager })
    expect(stdout).toMatch(new RegExp(`^\\d{6,}\\n${pager}\\n$`))
  })
})

describe('a child', () => {
  let seen: readonly Loose[] = []
  beforeAll(async () => {
    const env = { PAGER: 'less', GIT_PAGER: 'less', MANPAGER: 'less', NO_COLOR: '' }
    const { data } = await acme(['shows-environment'], { env })
    seen = [data['child'], data['grandchild']] as Loose[]
  })

  it('REQ-F-010/2,4 REQ-F-046/1,3,4: sees no pager, whatever its caller has, and neither does its child', () => {
    for (const env of seen)
      expect(env).toMatchObject({
        PAGER: 'cat',
        GIT_PAGER: 'cat',
        MANPAGER: 'cat',
        LESS: '-F -X -R',
        MORE: '',
      })
  })

  it('REQ-F-008/5: sees that colour is off', () => {
    for (const env of seen) expect(env['NO_COLOR']).toBe('1')
  })

  it('REQ-F-053/2: is told to hold no output back', () => {
    for (const env of seen) expect(env['PYTHONUNBUFFERED']).toBe('1')
  })

  it('REQ-F-046/5: sees the same where nobody set anything', async () => {
    const unset = { PAGER: undefined, GIT_PAGER: undefined, MANPAGER: undefined }
    const { data } = await acme(['shows-environment'], { env: unset })
    expect(data['child']).toMatchObject({ PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat' })
  })

  it('REQ-F-010/3 REQ-F-046/2 REQ-F-055/1,5: is git, which opens neither pager nor editor', async () => {
    const { path, trace } = await spy('less')
    const env = { PAGER: path, GIT_PAGER: path, EDITOR: path, VISUAL: path, GIT_EDITOR: path }
    const cwd = folder()
    expect((await acme(['git', '--message', 'first'], { env, cwd })).data['log']).toContain('first')
    // What nobody has read is not accepted.
    expect((await acme(['git'], { env, cwd })).code).not.toBe(0)
    expect(readFileSync(trace, 'utf8')).toBe('')
  })
})
