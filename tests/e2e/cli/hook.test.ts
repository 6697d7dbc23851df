import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { root } from '../../../scripts/build/targets.mjs'
import { suretyFile } from '../processes/run-surety.ts'
import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

let bench: Bench
/** A project of its own for each test, with a home in it. */
let folder = ''
beforeAll(async () => {
  bench = await createBench()
})
beforeEach(async () => {
  folder = await mkdtemp(join(bench.folder, 'project-'))
})
afterAll(() => bench.remove())

const place = (cwd = folder) => ({ cwd, env: { HOME: join(cwd, 'home') } })
const hook = (words: string, input = '') =>
  bench.surety(['hook', ...words.split(' ')], { ...place(), input })
/** The same without exit code and streams, in one process for each project. */
const answer = (words: string, cwd = folder): Promise<Parsed> =>
  bench.answer(['hook', ...words.split(' ')], place(cwd))
const read = (path: string) => readFile(join(folder, path), 'utf8')

/** Each client with the file of a project and that of a person. */
const FILES = [
  ['claude-code', '.claude/settings.json', 'home/.claude/settings.json'],
  ['codex', '.codex/hooks.json', 'home/.codex/hooks.json'],
  ['gemini', '.gemini/settings.json', 'home/.gemini/settings.json'],
  ['cursor', '.cursor/hooks.json', 'home/.cursor/hooks.json'],
  ['copilot', '.github/hooks/surety.json', 'home/.copilot/hooks/surety.json'],
  ['opencode', '.opencode/plugins/surety.js', 'home/.config/opencode/plugins/surety.js'],
  ['pi', '.pi/extensions/surety.js', 'home/.pi/agent/extensions/surety.js'],
] as const

describe('surety hook', () => {
  test('ends well if nobody reads its answer', async () => {
    const stdout = '1\tOPEN\tA title\n'.repeat(30)
    const message = { tool_name: 'Bash', tool_input: { command: 'gh issue list' } }
    const input = JSON.stringify({ ...message, tool_response: { stdout } })
    const { stdout: said } = await hook('note claude-code', input)
    expect(said).toContain('30 rows')
    const line = `"$0" "$1" hook note claude-code < "$2" > /dev/full; echo $?`
    await writeFile(join(folder, 'message.json'), input)
    const words = ['-c', line, process.execPath, suretyFile, join(folder, 'message.json')]
    const full = spawnSync('bash', words, { encoding: 'utf8' })
    expect([full.stdout, full.stderr]).toEqual(['0\n', ''])
  })

  test.each(FILES)(
    'installs for %s, once, in the project or for the person, and leaves no trace',
    async (client, project, home) => {
      // One project for all of them, because each leaves no trace.
      const shared = bench.folder
      const read = (path: string) => readFile(join(shared, path), 'utf8')
      const data = async (words: string) => (await answer(words, shared)).data
      for (const [file, where] of [
        [project, client],
        [home, `${client} --user`],
      ] as const) {
        expect(await data(`install ${where} --dry-run`)).toMatchObject({ effect: 'would_create' })
        const first = await data(`install ${where}`)
        expect(first).toMatchObject({ effect: 'created', file: join(shared, file) })
        expect(first.trust).toMatch(/trust|does not ask/)
        const text = await read(file)
        const isCode = client === 'opencode' || client === 'pi'
        expect(text).toContain(
          isCode ? `'hook', 'note', '${client}'` : `surety hook note ${client}`,
        )
        expect((await data(`install ${where}`)).effect).toBe('noop')
        expect(await read(file)).toBe(text)
        expect((await data(`install ${where} --dry-run`)).would_affect).toEqual({ files: [] })
        expect((await data('status')).settings).toMatchObject([{ client, is_installed: true }])
        expect((await data(`uninstall ${where}`)).effect).toBe('deleted')
        expect((await data(`uninstall ${where}`)).effect).toBe('noop')
        await expect(read(file)).rejects.toThrow('ENOENT')
      }
    },
  )

  test('keeps links, rights and every other byte, also one that is no UTF-8', async () => {
    await mkdir(join(folder, '.claude'))
    const real = join(folder, 'dotfiles.json')
    const text = Buffer.from(
      '{\n  // mine: \xE9\n  "hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]},\n}\n',
      'latin1',
    )
    await writeFile(real, text)
    await chmod(real, 0o640)
    await symlink(real, join(folder, '.claude/settings.json'))
    expect((await answer('install claude-code')).data.effect).toBe('updated')
    expect((await stat(real)).mode & 0o777).toBe(0o640)
    expect(await read('dotfiles.json')).toContain('surety hook note claude-code')
    await answer('uninstall claude-code')
    expect(await readFile(real)).toEqual(text)
    // Also one that leads to a file that is not there yet.
    await mkdir(join(folder, '.gemini'))
    await symlink('../later.json', join(folder, '.gemini/settings.json'))
    expect((await answer('install gemini')).data.effect).toBe('created')
    expect(await read('later.json')).toContain('surety hook note gemini')
  })

  test('two installs at once both stand', async () => {
    await mkdir(join(folder, '.claude'))
    await mkdir(join(folder, '.codex'))
    // One file for two clients.
    await symlink('../both.json', join(folder, '.claude/settings.json'))
    await symlink('../both.json', join(folder, '.codex/hooks.json'))
    await writeFile(join(folder, 'both.json'), '{}\n')
    const done = await Promise.all(
      ['claude-code', 'codex'].map((client) => hook(`install ${client}`)),
    )
    expect(done.map(({ code }) => code)).toEqual([0, 0])
    const text = await read('both.json')
    expect(text).toContain('surety hook note claude-code')
    expect(text).toContain('surety hook note codex')
  })

  test('Claude Code can ask a server instead of starting a process', async () => {
    await answer('install claude-code')
    expect((await answer('install claude-code --tool')).data).toMatchObject({
      effect: 'updated',
      wrote: 'a tool',
      register: expect.stringContaining('hook note claude-code --serve'),
    })
    const { hooks } = JSON.parse(await read('.claude/settings.json'))
    const { type, server, tool } = hooks.PostToolUse[0].hooks[0]
    expect({ type, server, tool }).toEqual({
      type: 'mcp_tool',
      server: 'surety-note',
      tool: 'note',
    })
    expect(hooks.PostToolUse).toHaveLength(1)
    expect((await answer('uninstall claude-code')).data.effect).toBe('deleted')
    expect((await answer('install codex --tool')).error.code).toBe('INVALID_VALUE')
    const call = (id: number, method: string, params = {}) =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const stdout = ' Tests  1 failed (4)'
    const given = { command: 'npm test | tail -1', stdout, stderr: '', error: '${error}' }
    const asked = [
      call(1, 'initialize', { protocolVersion: '2025-06-18' }),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      call(2, 'tools/list'),
      call(3, 'tools/call', { name: 'note', arguments: given }),
      call(4, 'tools/call', { name: 'note', arguments: { command: 'ls', stdout } }),
    ]
    const served = await hook('note claude-code --serve', `${asked.join('\n')}\n`)
    const [first, second, third, fourth, ...others] = served.stdout.trimEnd().split('\n')
    expect(others).toEqual([])
    expect(JSON.parse(first!).result.protocolVersion).toBe('2025-06-18')
    expect(JSON.parse(second!).result.tools[0].name).toBe('note')
    expect(JSON.parse(third!).result.content[0].text).toContain('npm test failed; the pipe hid it')
    expect(JSON.parse(fourth!).result.content[0].text).toBe('')
  })

  test.runIf(process.getuid?.() === 0)(
    'what root installs belongs to the owner of the settings',
    async () => {
      await mkdir(join(folder, '.codex'))
      const file = join(folder, '.codex/hooks.json')
      await writeFile(file, '{}\n')
      await chown(file, 1234, 1235)
      expect((await answer('install codex')).data.effect).toBe('updated')
      const { uid, gid } = await stat(file)
      expect([uid, gid]).toEqual([1234, 1235])
    },
  )

  test('warns where the client would not find surety', async () => {
    const env = { HOME: join(folder, 'home'), PATH: '/usr/bin:/bin' }
    const { envelope } = await bench.surety(['hook', 'install', 'codex'], { cwd: folder, env })
    expect(envelope.warnings).toEqual([
      'The PATH of this shell has no surety; the hook does nothing where it is missing.',
    ])
  })

  test('leaves a broken file as it is', async () => {
    await mkdir(join(folder, '.cursor'))
    await writeFile(join(folder, '.cursor/hooks.json'), '{ "version": 1, ')
    const { code, envelope } = await hook('install cursor')
    expect([code, envelope.error.code]).toEqual([4, 'BROKEN_SETTINGS'])
    expect(await read('.cursor/hooks.json')).toBe('{ "version": 1, ')
    expect((await answer('status')).data.settings).toMatchObject([
      { client: 'cursor', is_installed: false, problem: expect.stringContaining('offset') },
    ])
  })

  test('leaves a file alone that is read-only, or no file', async () => {
    await mkdir(join(folder, '.claude'))
    await writeFile(join(folder, '.claude/settings.json'), '{}', { mode: 0o444 })
    await mkdir(join(folder, '.codex/hooks.json'), { recursive: true })
    for (const client of ['claude-code', 'codex']) {
      expect((await answer(`install ${client}`)).error.code).toBe('BROKEN_SETTINGS')
    }
    expect(await read('.claude/settings.json')).toBe('{}')
  })

  test('passes at trouble with exit 0 and says nothing', async () => {
    for (const message of ['{ broken', '', '[]', '{"tool_name":"Bash","tool_input":"ls"}'])
      expect(await hook('note cursor', message)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  test('the page names the file of each client, and the version that was run', async () => {
    const { dependencies } = JSON.parse(
      await readFile(join(root, 'tests/harness/package.json'), 'utf8'),
    )
    const run: Readonly<Record<string, string>> = {
      'claude-code': dependencies['@anthropic-ai/claude-code'],
      codex: dependencies['@openai/codex'],
      gemini: dependencies['@google/gemini-cli'],
      opencode: dependencies['opencode-ai'],
      pi: dependencies['@earendil-works/pi-coding-agent'],
    }
    const page = await readFile(join(root, 'docs/cli/hook.md'), 'utf8')
    const rows = page.split('\n').filter((line) => /^\| `[\w-]+` \|/.test(line))
    expect(rows).toHaveLength(FILES.length)
    for (const [client, file] of FILES) {
      const row = rows.find((line) => line.startsWith(`| \`${client}\``))
      expect(row).toContain(`\`${file}\``)
      expect(row).toContain(run[client] ? `run with ${run[client]} ` : 'documented')
    }
  })

  test('an unknown client is an error of input', async () => {
    expect((await hook('note nobody')).code).toBe(3)
  })
})
