import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { CLIENT_NAMES, type ClientName } from './clients.ts'
import { hasHook, hookLine, withHook, withoutHook } from './settings-hooks.ts'
import { noteFor } from './run-note.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-note-'))
afterAll(() => rmSync(folder, { recursive: true }))
const rows = (count: number) => '1\tOPEN\tA title\n'.repeat(count)
const STOPPED = "30 rows, gh's default limit: there may be more; --limit N"

/** The message of each client about the same command. */
const messages: Record<ClientName, (command: string, output: string, exit: number) => object> = {
  'claude-code': (command, stdout, exit) => ({
    tool_name: 'Bash',
    tool_input: { command },
    ...(exit === 0
      ? { tool_response: { stdout, stderr: '', interrupted: false } }
      : { error: `Exit code ${exit}\n${stdout}` }),
  }),
  codex: (command, tool_response) => ({
    tool_name: 'Bash',
    tool_input: { command },
    tool_response,
  }),
  gemini: (command, output, exit) => ({
    tool_name: 'run_shell_command',
    tool_input: { command },
    tool_response: {
      llmContent: `Output: ${output}${exit === 0 ? '' : `\nExit Code: ${exit}`}`,
      returnDisplay: output,
    },
  }),
  cursor: (command, output, exitCode) => ({
    tool_name: 'Shell',
    tool_input: { command },
    tool_output: JSON.stringify({ output, exitCode }),
  }),
  copilot: (command, text, exit) => ({
    toolName: 'bash',
    toolArgs: JSON.stringify({ command }),
    ...(exit === 0
      ? { toolResult: { textResultForLlm: text, resultType: 'success' } }
      : { error: `Exit code ${exit}\n${text}` }),
  }),
  opencode: (command, output, exit) => ({
    tool_name: 'bash',
    tool_input: { command },
    tool_response: { output, exit },
  }),
  pi: (command, output, exit) => ({
    tool_name: 'bash',
    tool_input: { command },
    tool_response: {
      content: [
        {
          type: 'text',
          text: exit === 0 ? output : `${output}\n\nCommand exited with code ${exit}`,
        },
      ],
      isError: exit !== 0,
    },
  }),
}
const note = (client: ClientName, command: string, output: string, exit = 0) =>
  noteFor(client, JSON.stringify({ ...messages[client](command, output, exit), cwd: folder }))

test.each(CLIENT_NAMES)(
  '%s is told of a list that stopped and of a failure behind a pipe',
  async (client) => {
    expect(await note(client, 'gh label list', rows(30))).toBe(STOPPED)
    expect(await note(client, 'gh issue list --json number | jq length', '30\n')).toBe(STOPPED)
    expect(await note(client, 'npm test 2>&1 | tail -5', ' Tests  1 failed | 3 passed (4)\n')).toBe(
      'npm test failed; the pipe hid it',
    )
    expect(await note(client, 'ls', 'a\nb\n')).toBeUndefined()
  },
)

test.each([
  ['npm test 2>&1 | tail -5', ' Tests  4 passed (4)\n'],
  ['npm test; echo $?', ' Tests  1 failed | 3 passed (4)\n1\n'],
  ['npx tsc --noEmit', "a.ts(1,7): error TS2322: Type 'x'"],
  ['cat log.txt | grep error', 'error: could not compile\n'],
  ['gh label list --limit 30', rows(30)],
  ['surety run --text -- gh label list', rows(30)],
  ['for f in *; do echo $f; done', rows(30)],
])('nothing is said of %s', async (command, output) => {
  expect(await note('claude-code', command, output)).toBeUndefined()
})

test.each([
  [
    'tsc --noEmit | head -3; ls',
    'a.ts(1,7): error TS2322: No\na.ts\n',
    'tsc --noEmit failed; the pipe hid it',
  ],
  [
    'pytest -q | tail -1',
    '==== 2 failed, 3 passed in 0.2s ====\n',
    'pytest -q failed; the pipe hid it',
  ],
  [
    'cargo test 2>&1 | tail -3',
    'test result: FAILED. 1 passed; 1 failed\n',
    'cargo test failed; the pipe hid it',
  ],
  ['make; ls', 'make: *** [all] Error 1\na\n', 'make failed; the rest of the line hid it'],
])('of %s it is said', async (command, output, expected) => {
  expect(await note('gemini', command, output)).toBe(expected)
})

test('a change in doubt is told with the read that settles it, a refusal is not', async () => {
  const command = 'gh pr create --head x --title y'
  expect(await note('opencode', command, 'read: connection reset by peer', 1)).toBe(
    'it may have happened all the same; this tells: gh pr list --head x --state all --json number,url,state',
  )
  expect(await note('opencode', command, 'unknown flag: --titel', 1)).toBeUndefined()
})

test('colours hide no failure', async () => {
  const coloured = '\u001B[31m Tests \u001B[1m 1 failed\u001B[0m | 3 passed (4)\n'
  expect(await note('claude-code', 'npm test | tail -5', coloured)).toBe(
    'npm test failed; the pipe hid it',
  )
})

test('an output that Codex cut is told', async () => {
  const cut = 'the client cut this output and keeps no copy; ask for less, or write it to a file'
  expect(await note('codex', 'cat x', 'a\n…123 tokens truncated…\nb')).toBe(cut)
  expect(await note('codex', 'cat x', 'Warning: truncated\n\n12…338894 chars truncated…7\n')).toBe(
    cut,
  )
  // Others name the file with the rest themselves.
  expect(await note('gemini', 'cat x', '…123 tokens truncated…')).toBeUndefined()
})

test.each(CLIENT_NAMES)(
  'the hook of %s is put in and taken out, and leaves what was there',
  (client) => {
    const fresh = withHook(client, null)
    expect(hasHook(client, fresh)).toBe(true)
    expect(withHook(client, fresh)).toBe(fresh)
    if (hookLine(client) === null) return expect(withoutHook(client, fresh)).toBeNull()
    expect(fresh).toContain(`surety hook note ${client} 2>/dev/null`)
    const before = '{\n  // mine\n  "a": [1],\n  "hooks": { "Other": [] }\n}\n'
    const installed = withHook(client, before)
    expect(hasHook(client, installed)).toBe(true)
    expect(hasHook(client, withoutHook(client, installed)!)).toBe(false)
    expect(withoutHook(client, installed)).toContain('// mine')
  },
)

test('the hook of somebody else beside ours stays', () => {
  const line = hookLine('gemini')!
  const own = { type: 'command', command: line }
  const other = { type: 'command', command: 'notify-me' }
  const settings = (hooks: readonly object[]) =>
    JSON.stringify({ hooks: { AfterTool: [{ matcher: 'run_shell_command', hooks }] } })
  for (const hooks of [[other], [other, own], [own, other]]) {
    const text = withHook('gemini', settings(hooks))
    expect(text.match(/surety hook note/g)).toHaveLength(1)
    expect(withHook('gemini', text)).toBe(text)
    expect(withoutHook('gemini', text)).toContain('notify-me')
    expect(withoutHook('gemini', text)).not.toContain('surety')
  }
})

test.each(['claude-code', 'gemini'] as const)(
  'a line for %s that somebody changed stays as it is, and goes when the hook goes',
  (client) => {
    const call = `surety hook note ${client}`
    const changed = withHook(client, null).replaceAll(call, `npx ${call}`)
    expect(changed).toContain(`npx ${call}`)
    expect(withHook(client, changed)).toBe(changed)
    expect(withoutHook(client, changed)).not.toContain(call)
  },
)
