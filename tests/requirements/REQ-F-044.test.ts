import { describe, expect, it } from 'vitest'

import { runShell } from '../e2e/processes/run-shell.ts'
import { lines } from './lines.ts'

describe('the guide for authors', () => {
  it('REQ-F-044/7 REQ-F-065/5: says what children may get and how pipelines fail', async () => {
    const { stdout } = await runShell('cat docs/framework/commands.md docs/framework/input.md')
    expect(stdout).toContain('shell metacharacters')
    expect(stdout).toMatch(/`pipe\(first, second\)` fails if any stage fails/)
  })
})

describe('arguments of child processes', () => {
  it.each([';', '$', '\n'])(
    'REQ-F-044/1,4,5: an argument with %j is refused with exit 2 before anything executes',
    async (character) => {
      const { code, error, calls, envelope } = await lines(['echo', `a${character}b`], {})
      expect(code).toBe(2)
      expect(error).toMatchObject({ code: 'SHELL_METACHARACTER', phase: 'validation' })
      expect(envelope['meta'].errors[0]).toMatchObject({ param: '<text>' })
      expect(calls).toBe(0)
    },
  )

  it('REQ-F-044/6: the check covers declared options and variables, and no other input', async () => {
    const option = await lines(['echo-option', '--ref', 'a;b', '--note', 'c;d'])
    expect(option).toMatchObject({ code: 2, calls: 0 })
    const variable = await lines(['echo-option'], { env: { SECRET_REF: '$(id)' } })
    expect(variable).toMatchObject({ code: 2, calls: 0 })
    const note = await lines(['echo-option', '--note', 'c;d'])
    expect(note).toMatchObject({ code: 0, envelope: { data: { out: 'main', note: 'c;d' } } })
  })

  it('REQ-F-044/1,6: undeclared input is refused before its child starts, honestly', async () => {
    const safe = await lines(['echo-undeclared', '; rm -rf /'])
    expect(safe).toMatchObject({ code: 2, error: { code: 'SHELL_METACHARACTER' } })
    const mutating = await lines(['echo-undeclared-write', '; rm -rf /'])
    expect(mutating).toMatchObject({
      code: 1,
      error: { code: 'SHELL_METACHARACTER', phase: 'execution' },
    })
  })

  it('REQ-F-044/6: the check covers values from earlier command output', async () => {
    const { code, error, stdout } = await lines(['echo-output'])
    expect(code).toBe(1)
    expect(error).toMatchObject({ code: 'SHELL_METACHARACTER', phase: 'execution' })
    expect(stdout).not.toContain('"out"')
  })

  it.each([
    [['sh', '-c', 'echo hi']],
    [['env', 'sh', '-c', 'echo hi']],
    [['env', '-S', 'sh -c "echo hi"']],
    [['nice', 'timeout', '5', 'bash', '-lc', 'echo hi']],
  ])('REQ-F-044/3: composing sh -c is refused: %j', async (argv) => {
    const { code, error, stdout } = await lines(['shell-behind', JSON.stringify(argv)])
    expect(code).toBe(1)
    expect(error['code']).toBe('SHELL_COMMAND_PROHIBITED')
    expect(stdout).not.toContain('"stdout"')
  })

  it('REQ-F-044: children that name no input are refused', async () => {
    const { error } = await lines(['children-unknown'], { env: { REFUSED: 'children-unknown' } })
    expect(error['message']).toContain("children names 'nothing'")
  })
})
