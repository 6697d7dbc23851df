import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { root } from '../../../scripts/build/targets.mjs'
import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

const benches: Bench[] = []
let bench: Bench
beforeEach(async () => {
  bench = await createBench()
  benches.push(bench)
})
afterAll(() => Promise.all(benches.map((each) => each.remove())))

const hook = (words: string, input = '') =>
  bench.surety(['hook', ...words.split(' ')], {
    cwd: bench.folder,
    env: { HOME: join(bench.folder, 'home') },
    input,
  })
/** Makes calls one after the other in one process, and gives their data. */
const calls = async (...lines: readonly object[]): Promise<Parsed[]> => {
  const { lines: ends } = await bench.surety(['exec'], {
    cwd: bench.folder,
    env: { HOME: join(bench.folder, 'home') },
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  })
  return ends.map(({ data }) => data)
}
const read = (path: string) => readFile(join(bench.folder, path), 'utf8')

describe('surety hook', () => {
  test.each([
    ['claude-code', '.claude/settings.json', 'home/.claude/settings.json'],
    ['codex', '.codex/hooks.json', 'home/.codex/hooks.json'],
    ['gemini', '.gemini/settings.json', 'home/.gemini/settings.json'],
    ['cursor', '.cursor/hooks.json', 'home/.cursor/hooks.json'],
    ['copilot', '.github/hooks/surety.json', 'home/.copilot/hooks/surety.json'],
    ['opencode', '.opencode/plugins/surety.js', 'home/.config/opencode/plugins/surety.js'],
  ])(
    'installs for %s, once, in the project or for the person, and leaves no trace',
    async (client, project, home) => {
      for (const [file, user] of [
        [project, false],
        [home, true],
      ] as const) {
        const install = { _cmd: 'hook.install', client, user }
        const preview = { ...install, _opts: { 'dry-run': true } }
        const uninstall = { ...install, _cmd: 'hook.uninstall' }
        const [planned, first] = await calls(preview, install)
        expect(planned).toMatchObject({ effect: 'would_create' })
        expect(first).toMatchObject({ effect: 'created', file: join(bench.folder, file) })
        expect(first.trust).toMatch(/trust|none/)
        const text = await read(file)
        expect(text).toContain(
          client === 'opencode' ? `'hook', 'answer', 'opencode'` : `surety hook answer ${client}`,
        )
        const [again, nothing, status] = await calls(install, preview, { _cmd: 'hook.status' })
        expect(again.effect).toBe('noop')
        expect(await read(file)).toBe(text)
        expect(nothing.would_affect).toEqual({ files: [] })
        expect(status.settings).toMatchObject([{ client, is_installed: true, others: [] }])
        const [gone, never] = await calls(uninstall, uninstall)
        expect([gone.effect, never.effect]).toEqual(['deleted', 'noop'])
        await expect(read(file)).rejects.toThrow('ENOENT')
      }
    },
  )

  test('keeps links, rights and every other byte; other hooks are shown', async () => {
    await mkdir(join(bench.folder, '.claude'))
    const real = join(bench.folder, 'dotfiles.json')
    const text =
      '{\n  // mine\n  "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]},\n}\n'
    await writeFile(real, text)
    await chmod(real, 0o640)
    await symlink(real, join(bench.folder, '.claude/settings.json'))
    expect((await hook('install claude-code')).envelope.data.effect).toBe('updated')
    expect((await stat(real)).mode & 0o777).toBe(0o640)
    expect(await read('dotfiles.json')).toContain('// mine')
    const { data } = (await hook('status')).envelope
    expect(data.settings).toMatchObject([{ is_installed: true, others: ['mine'] }])
    await hook('uninstall claude-code')
    expect(await read('dotfiles.json')).toBe(text)
  })

  test('leaves a broken file as it is', async () => {
    await mkdir(join(bench.folder, '.cursor'))
    await writeFile(join(bench.folder, '.cursor/hooks.json'), '{ "version": 1, ')
    const { code, envelope } = await hook('install cursor')
    expect([code, envelope.error.code]).toEqual([4, 'BROKEN_SETTINGS'])
    expect(await read('.cursor/hooks.json')).toBe('{ "version": 1, ')
    expect((await hook('status')).envelope.data.settings).toMatchObject([
      { client: 'cursor', is_installed: false, problem: expect.stringContaining('offset') },
    ])
  })

  test('leaves a file alone that is read-only, or no file', async () => {
    await mkdir(join(bench.folder, '.claude'))
    await writeFile(join(bench.folder, '.claude/settings.json'), '{}', { mode: 0o444 })
    await mkdir(join(bench.folder, '.codex/hooks.json'), { recursive: true })
    for (const client of ['claude-code', 'codex']) {
      const { code, envelope } = await hook(`install ${client}`)
      expect([code, envelope.error.code]).toEqual([4, 'BROKEN_SETTINGS'])
    }
    expect(await read('.claude/settings.json')).toBe('{}')
  })

  test('answers a client, passes at trouble with exit 0, and status shows the trouble', async () => {
    const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm -rf x' } })
    expect(await hook('answer claude-code', call)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect((await hook('status')).envelope.data.troubles).toEqual([])
    expect(await hook('answer cursor', '{ broken')).toMatchObject({
      code: 0,
      stdout: '{}\n',
      stderr: '',
    })
    expect((await hook('status')).envelope.data.troubles).toMatchObject([
      { client: 'cursor', reason: 'The message is not a JSON object.' },
    ])
  })

  test('turns a known read into surety read, unless a rule of the person is about it', async () => {
    const call = JSON.stringify({
      tool_name: 'Bash',
      tool_input: { command: 'ls -la', timeout: 9 },
    })
    const { stdout } = await hook('answer claude-code', call)
    const { updatedInput } = JSON.parse(stdout).hookSpecificOutput
    expect(updatedInput).toEqual({ command: 'surety read -- ls -la', timeout: 9 })
    const read = await bench.surety(updatedInput.command.split(' ').slice(1), { cwd: bench.folder })
    expect(read.code).toBe(0)
    await mkdir(join(bench.folder, '.claude'))
    const rules = { permissions: { ask: ['Bash(ls:*)'] } }
    await writeFile(join(bench.folder, '.claude/settings.local.json'), JSON.stringify(rules))
    expect(await hook('answer claude-code', call)).toMatchObject({ code: 0, stdout: '' })
  })

  test('status says whether the login shell of Codex finds surety', async () => {
    const bin = join(bench.folder, 'bin')
    const home = join(bench.folder, 'home')
    await mkdir(bin)
    await mkdir(home)
    await writeFile(join(bin, 'surety'), '', { mode: 0o755 })
    await hook('install codex')
    const env = { HOME: home, SHELL: '/bin/bash', PATH: `${bin}:${process.env['PATH']}` }
    for (const [path, isFound] of [
      ['/usr/bin:/bin', false],
      [`${bin}:/usr/bin:/bin`, true],
    ] as const) {
      await writeFile(join(home, '.bash_profile'), `PATH=${path}\n`)
      const { envelope } = await bench.surety(['hook', 'status'], { cwd: bench.folder, env })
      expect(envelope.data).toMatchObject({
        surety_on_path: true,
        surety_in_login_shell: isFound,
      })
    }
  })

  test('each client has a page that tells what install tells, and the version that was run', async () => {
    const { dependencies } = JSON.parse(
      await readFile(join(root, 'tests/harness/package.json'), 'utf8'),
    )
    const run: Readonly<Record<string, string>> = {
      codex: dependencies['@openai/codex'],
      gemini: dependencies['@google/gemini-cli'],
      opencode: dependencies['opencode-ai'],
    }
    const table = await readFile(join(root, 'docs/cli/hook.md'), 'utf8')
    await Promise.all(
      ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'].map(async (client) => {
        const page = await readFile(join(root, `docs/cli/hook-${client}.md`), 'utf8')
        const { data } = (await hook(`install ${client} --dry-run`)).envelope
        for (const fact of [data.trust, data.allow_once]) expect(page).toContain(fact)
        expect(page).toContain(run[client] ? `Run with ${run[client]} ` : 'Read, not run')
        expect(table).toMatch(
          new RegExp(`hook-${client}.*${run[client] ? `run with ${run[client]} ` : 'documented'}`),
        )
      }),
    )
  })

  test('exec checks the first call of a group as it checks the next', async () => {
    const line = `${JSON.stringify({ _cmd: 'hook.status', 'dry-run': true })}\n`
    const { lines } = await bench.surety(['exec', '--ignore-errors'], { input: line + line })
    expect(lines.map(({ error }) => error.code)).toEqual([
      'DISPATCH_PARSE_ERROR',
      'DISPATCH_PARSE_ERROR',
    ])
  })

  test('an unknown client is an error of input', async () => {
    expect((await hook('answer nobody')).code).toBe(3)
  })
})
