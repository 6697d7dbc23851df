import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { lines, refusal } from './lines.ts'

describe('a child', () => {
  it('REQ-F-062/1,2,4: gets its arguments as they are, and the debug log shows them as a list', async () => {
    const { data, stderr } = await acme(['passes', '--debug'])
    expect(data).toEqual({ out: 'hello world_*.json_a?_[a]_' })
    expect(stderr).toContain('["printf","%s_","hello world","*.json","a?","[a]"]')
  })
})

describe('arguments of child processes', () => {
  it("REQ-F-062/2: the author's constants reach the child as they are", async () => {
    const { envelope } = await lines(['echo-constant'])
    expect(envelope['data']).toEqual({ out: '%(refname) <a> & $b; `c`\n' })
  })

  it.each([
    ['shell-string', 'SHELL_STRING_PROHIBITED'],
    ['shell-string-member', 'SHELL_STRING_PROHIBITED'],
    ['shell-string-pipe', 'SHELL_STRING_PROHIBITED'],
    ['shell-option', 'SHELL_OPTION_PROHIBITED'],
  ])('REQ-F-062/3 REQ-F-044/2: %s is refused before anything runs, as %s', async (name, code) => {
    const { message, calls } = await refusal(name)
    expect(message).toContain(code)
    expect(calls).toBe(0)
  })

  it('REQ-F-062/3: a shell string that is computed is refused before the child starts', async () => {
    const { code, error } = await lines(['shell-computed', 'echo hi'])
    expect(code).toBe(1)
    expect(error['code']).toBe('SHELL_STRING_PROHIBITED')
  })
})
