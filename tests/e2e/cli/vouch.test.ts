import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { keptCode } from '../processes/kept-code.ts'
import { isHere } from '../processes/programs-here.ts'

const main = fileURLToPath(
  new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url),
)

/** A tool that says of itself what reads, and keeps its books in a file beside it. */
const SHELF = `#!/bin/sh
case "$1" in
__schema) cat <<'END'
{ "schemaVersion": 1, "name": "shelf", "version": "1.0.0", "commands": [
  { "name": "list", "tags": ["read"] },
  { "name": "add", "tags": ["write"], "parameters": [{ "role": "positional", "name": "title", "type": "string", "required": true }] },
  { "name": "burn", "intent": { "destructive": true } } ] }
END
;;
list) echo 'One book' ;;
*) echo 'Usage: shelf COMMAND' ;;
esac
`

let folder = ''
let shelf = ''
let socket = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-vouch-'))
  shelf = join(folder, 'shelf')
  socket = join(folder, 'tmux')
  writeFileSync(shelf, SHELF, { mode: 0o755 })
})
afterEach(() => {
  spawnSync('tmux', ['-S', socket, 'kill-server'])
  rmSync(folder, { recursive: true })
})

const env = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  ...keptCode,
  SURETY_STATE_DIR: join(folder, 'state'),
})
const surety = (...words: readonly string[]) =>
  spawnSync(process.execPath, [main, ...words], { cwd: folder, env: env(), encoding: 'utf8' })

test.each([
  ['a pipe', {}],
  ['an agent', { CLAUDECODE: '1' }],
  ['an agent that says that it is none', { CLAUDECODE: '1', NO_AGENT: '1' }],
])('%s cannot vouch, whatever it answers', (_who, more) => {
  const { stdout } = spawnSync(process.execPath, [main, 'vouch', './shelf', '--yes'], {
    cwd: folder,
    env: { ...env(), ...more },
    input: 'yes\nyes\n',
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'NO_PERSON' } })
})

describe.runIf(isHere('script'))('in a terminal that no person has (needs script)', () => {
  test('a program that makes itself a terminal cannot vouch', () => {
    const words = `${process.execPath} ${main} vouch ./shelf`
    const { stdout } = spawnSync('script', ['-qec', words, '/dev/null'], {
      cwd: folder,
      env: env(),
      input: 'yes\nyes\n',
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/was made by script|[Aa]n agent runs/)
    expect(JSON.parse(surety('vouch', '--list').stdout).data.vouched).toEqual([])
  })
})

describe.runIf(isHere('tmux'))('a person at a terminal (needs tmux)', () => {
  const tmux = (...words: readonly string[]) =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {
      env: env(),
      encoding: 'utf8',
    })

  /** Waits for a text on the screen. */
  async function shows(pattern: RegExp): Promise<string> {
    for (;;) {
      const screen = tmux('capture-pane', '-p', '-S', '-200')
      if (pattern.test(screen)) return screen
      await wait(100)
    }
  }

  function open(): void {
    tmux('new-session', '-d', '-x', '120', '-y', '40', '-c', folder, '/bin/sh')
  }

  const type = (line: string) => tmux('send-keys', line, 'Enter')
  const vouch = `${process.execPath} ${main} vouch ./shelf`

  test('sees what the tool says of itself, types yes, and the tool is known', async () => {
    expect(surety('read', '--', './shelf', 'list').status).toBe(4)
    open()
    type(vouch)
    const screen = await shows(/Type yes/)
    expect(screen).toContain('by shelf __schema (cli-schema)')
    expect(screen).toMatch(/only reads +list/)
    expect(screen).toMatch(/changes +add/)
    expect(screen).toMatch(/destroys +burn/)
    type('yes')
    await shows(/know shelf now/)

    expect(surety('read', '--', './shelf', 'list')).toMatchObject({
      status: 0,
      stdout: 'One book\n',
    })
    const burn = surety('read', '--', './shelf', 'burn')
    expect(burn.stdout + burn.stderr).toContain('changes something')
    const hook = spawnSync(process.execPath, [main, 'hook', 'answer', 'claude-code'], {
      cwd: folder,
      env: env(),
      input: JSON.stringify({
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        cwd: folder,
        tool_input: { command: './shelf list' },
      }),
      encoding: 'utf8',
    })
    expect(hook.stdout).toContain("surety read --line './shelf list'")
    expect(JSON.parse(surety('vouch', '--list').stdout).data.vouched).toMatchObject([
      { tool: 'shelf', version: '1.0.0', state: 'same' },
    ])

    writeFileSync(shelf, `${readFileSync(shelf, 'utf8')}# newer\n`)
    const changed = surety('read', '--format', 'json', '--', './shelf', 'list')
    expect(changed.stdout + changed.stderr).toContain('changed since')
    type(vouch)
    expect(await shows(/the file changed[^]*Type yes/)).toContain('the description is the same')
    type('no')
    await shows(/NOT_VOUCHED|Nothing was vouched for/)
    expect(surety('vouch', '--forget', './shelf').status).toBe(0)
    expect(JSON.parse(surety('vouch', '--list').stdout).data.vouched).toEqual([])
  })

  test('a description that lies is caught before the question', async () => {
    writeFileSync(
      shelf,
      SHELF.replace(
        "list) echo 'One book' ;;",
        'list) echo read >> log ;;\nshow) cat log ;;',
      ).replace(
        '{ "name": "list", "tags": ["read"] },',
        '{ "name": "list", "tags": ["read"] }, { "name": "show", "tags": ["read"] },',
      ),
      { mode: 0o755 },
    )
    writeFileSync(join(folder, 'log'), '')
    open()
    type(`${vouch} --try --project`)
    const screen = await shows(/Type yes/)
    expect(screen).toMatch(/list WROTE .*log/)
    expect(screen).toContain('The description is wrong about list')
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('')
    type('yes')
    await shows(/know shelf now/)
    expect(surety('read', '--', './shelf', 'show').status).toBe(0)
    expect(surety('read', '--', './shelf', 'list').status).toBe(4)
    const project = JSON.parse(readFileSync(join(folder, '.surety/vouched/shelf.json'), 'utf8'))
    expect(project.builds).toHaveProperty([`${process.platform}-${process.arch}`])
    expect(project.description.commands).toMatchObject({ show: { danger: 'safe' } })
    expect(project.description.commands.list).not.toHaveProperty('danger')
  })
})
