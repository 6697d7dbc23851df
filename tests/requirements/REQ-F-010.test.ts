import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { folder, GENERATION, acme } from '../e2e/processes/run-acme.ts'
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
  it('REQ-F-010/2,4 REQ-F-046/1,3,4,5 REQ-F-008/5 REQ-F-053/2: sees no pager, no colour and no buffer, and neither does its child', async () => {
    const env = { PAGER: 'less', GIT_PAGER: 'less', MANPAGER: 'less', NO_COLOR: '' }
    const { data } = await acme(['shows-environment'], { env })
    for (const seen of [data['child'], data['grandchild']])
      expect(seen).toMatchObject({
        PAGER: 'cat',
        GIT_PAGER: 'cat',
        MANPAGER: 'cat',
        LESS: '-F -X -R',
        MORE: '',
        NO_COLOR: '1',
        PYTHONUNBUFFERED: '1',
        COLUMNS: '0',
      })
  })

  it('REQ-F-010/3 REQ-F-046/2 REQ-F-055/1,5: is git, which opens neither pager nor editor', async () => {
    const { path, trace } = await spy('less')
    const env = { PAGER: path, GIT_PAGER: path, EDITOR: path, VISUAL: path, GIT_EDITOR: path }
    const cwd = folder()
    expect((await acme(['git', '--message', 'first'], { env, cwd })).data['log']).toContain('first')
    const second = await acme(['git'], { env, cwd })
    expect((second.data['log'] as string).match(/^commit /gm)).toHaveLength(2)
    expect(readFileSync(trace, 'utf8')).toBe('')
  })
})
