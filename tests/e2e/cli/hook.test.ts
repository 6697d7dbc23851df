import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises'
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
        expect(text).toContain(
          client === 'opencode' ? `'hook', 'answer', 'opencode'` : `surety hook answer ${client}`,
        )
        expect((await data(`install ${where}`)).effect).toBe('noop')
        expect(await read(file)).toBe(text)
        expect((await data(`install ${where} --dry-run`)).would_affect).toEqual({ files: [] })
        const { settings } = await data('status')
        expect(settings).toMatchObject([{ client, is_installed: true, others: [] }])
        expect((await data(`uninstall ${where}`)).effect).toBe('deleted')
        expect((await data(`uninstall ${where}`)).effect).toBe('noop')
        await expect(read(file)).rejects.toThrow('ENOENT')
      }
    },
  )

  test('keeps links, rights and every other byte; other hooks are shown', async () => {
    await mkdir(join(folder, '.claude'))
    const real = join(folder, 'dotfiles.json')
    const text =
      '{\n  // mine\n  "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]},\n}\n'
    await writeFile(real, text)
    await chmod(real, 0o640)
    await symlink(real, join(folder, '.claude/settings.json'))
    expect((await answer('install claude-code')).data.effect).toBe('updated')
    expect((await stat(real)).mode & 0o777).toBe(0o640)
    expect(await read('dotfiles.json')).toContain('// mine')
    const { data } = await answer('status')
    expect(data.settings).toMatchObject([{ is_installed: true, others: ['mine'] }])
    await answer('uninstall claude-code')
    expect(await read('dotfiles.json')).toBe(text)
    // Also one that leads to a file that is not there yet.
    await mkdir(join(folder, '.gemini'))
    await symlink('../later.json', join(folder, '.gemini/settings.json'))
    expect((await answer('install gemini')).data.effect).toBe('created')
    expect(await read('later.json')).toContain('surety hook answer gemini')
  })

  test('warns where the client would not find surety', async () => {
    const env = { HOME: join(folder, 'home'), PATH: '/usr/bin:/bin' }
    for (const words of [['claude-code'], ['codex', '--note']]) {
      const { envelope } = await bench.surety(['hook', 'install', ...words], { cwd: folder, env })
      expect(envelope.warnings).toEqual([
        'The PATH of this shell has no surety; the hook does nothing where it is missing.',
      ])
    }
    // The login shell of Codex begins with the PATH of the system.
    const bin = join(folder, 'bin')
    await mkdir(bin)
    await writeFile(join(bin, 'surety'), '#!/bin/sh\n', { mode: 0o755 })
    const found = { HOME: env.HOME, PATH: `${bin}:${env.PATH}`, SHELL: '/bin/sh' }
    const codex = await bench.surety(['hook', 'install', 'codex'], { cwd: folder, env: found })
    expect(codex.envelope.warnings).toEqual([expect.stringContaining('in a login shell')])
    const gemini = await bench.surety(['hook', 'install', 'gemini'], { cwd: folder, env: found })
    expect(gemini.envelope.warnings).toEqual([])
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

  test('answers a client, passes at trouble with exit 0, and status shows the trouble', async () => {
    const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm -rf x' } })
    expect(await hook('answer claude-code', call)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect((await answer('status')).data.troubles).toEqual([])
    expect(await hook('answer cursor', '{ broken')).toMatchObject({
      code: 0,
      stdout: '{}\n',
      stderr: '',
    })
    expect((await answer('status')).data.troubles).toMatchObject([
      { client: 'cursor', reason: 'The message is not a JSON object.' },
    ])
  })

  test.each([
    ['ls -la', ['read', '--', 'ls', '-la']],
    ['ls -la | wc -l', ['read', '--line', 'ls -la | wc -l']],
  ])(
    'turns the read %s into surety read, unless a rule of the person is about it',
    async (command, words) => {
      const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command, timeout: 9 } })
      const { stdout } = await hook('answer claude-code --all', call)
      const { updatedInput } = JSON.parse(stdout).hookSpecificOutput
      expect(updatedInput.command.replaceAll("'", '')).toBe(`surety ${words.join(' ')}`)
      expect(updatedInput.timeout).toBe(9)
      expect(await bench.surety(words, { cwd: folder })).toMatchObject({ code: 0, stderr: '' })
      // Claude Code asks nobody about it, so it is left to it unless a person wants all.
      expect(await hook('answer claude-code', call)).toMatchObject({ code: 0, stdout: '' })
      await mkdir(join(folder, '.claude'))
      const rules = { permissions: { ask: ['Bash(ls:*)'] } }
      await writeFile(join(folder, '.claude/settings.local.json'), JSON.stringify(rules))
      expect(await hook('answer claude-code --all', call)).toMatchObject({ code: 0, stdout: '' })
    },
  )

  test('writes the rule too, after saying what it means, and takes it out again', async () => {
    const { code, envelope, stderr } = await hook('install claude-code --allow --network')
    expect([code, envelope.data.effect, envelope.data.allow.is_written]).toEqual([
      0,
      'updated',
      true,
    ])
    expect(stderr).toMatch(/you are not asked\..*from the network/)
    expect(envelope.data.allow.means).toBe(stderr.trim().replace('surety: ', ''))
    const settings = JSON.parse(await read('.claude/settings.json'))
    expect(settings.permissions.allow).toEqual(envelope.data.allow.rules)
    expect(settings.permissions.allow).toEqual([
      'Bash(surety read -- *)',
      'Bash(surety read --line *)',
      'Bash(surety read --network -- *)',
      'Bash(surety read --network --line *)',
      'Bash(surety read --rest *)',
    ])
    expect((await answer('status')).data.settings).toMatchObject([
      {
        client: 'claude-code',
        is_installed: true,
        choices: ['network'],
        rules: expect.arrayContaining(['surety read --line']),
      },
    ])
    await answer('uninstall claude-code')
    await expect(read('.claude/settings.json')).rejects.toThrow('ENOENT')
  })

  test('no rule is written where none is safe, and choices that contradict are refused', async () => {
    expect((await hook('install cursor --allow')).envelope.error.code).toBe('NO_SAFE_RULE')
    await expect(read('.cursor/hooks.json')).rejects.toThrow('ENOENT')
    for (const words of [
      'install codex --all',
      'install codex --lines --allow',
      'install claude-code --lines --network',
    ])
      expect((await hook(words)).code, words).toBe(3)
  })

  test('wraps every line where a person chose that, and says what it means', async () => {
    const { data } = (await hook('install codex --lines')).envelope
    expect(data.means).toContain('no longer match')
    expect(data.allow).toBeUndefined()
    expect(await read('.codex/hooks.json')).toContain(
      'surety hook answer codex --lines 2>/dev/null || true',
    )
    const command = 'ls missing 2>&1 | tail -1'
    const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command } })
    const { stdout } = await hook('answer codex --lines', call)
    const { updatedInput } = JSON.parse(stdout).hookSpecificOutput
    expect(updatedInput.command).toBe(`surety sh --timeout 0 -- '${command}'`)
    const ran = await bench.surety(['sh', '--timeout', '0', '--', command], { cwd: folder })
    expect(ran).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('part 1 of 2, ls missing, ended with 2'),
    })
    expect((await answer('status')).data.settings).toMatchObject([{ choices: ['lines'] }])
  })

  test('status says whether the login shell of Codex finds surety', async () => {
    const bin = join(folder, 'bin')
    const home = join(folder, 'home')
    await mkdir(bin)
    await mkdir(home)
    await writeFile(join(bin, 'surety'), '', { mode: 0o755 })
    const env = { HOME: home, SHELL: '/bin/bash', PATH: `${bin}:${process.env['PATH']}` }
    const codex = (words: string) =>
      bench.answer(['hook', ...words.split(' ')], { cwd: folder, env })
    await codex('install codex')
    for (const [path, isFound] of [
      ['/usr/bin:/bin', false],
      [`${bin}:/usr/bin:/bin`, true],
    ] as const) {
      await writeFile(join(home, '.bash_profile'), `PATH=${path}\n`)
      expect((await codex('status')).data).toMatchObject({
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
      'claude-code': dependencies['@anthropic-ai/claude-code'],
      codex: dependencies['@openai/codex'],
      gemini: dependencies['@google/gemini-cli'],
      opencode: dependencies['opencode-ai'],
    }
    const table = await readFile(join(root, 'docs/cli/hook.md'), 'utf8')
    await Promise.all(
      ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'].map(async (client) => {
        const page = await readFile(join(root, `docs/cli/hook-${client}.md`), 'utf8')
        const { data } = await answer(`install ${client} --dry-run`, bench.folder)
        const { rules, why_none: why } = data.allow
        const facts = [data.trust, ...(rules ?? [why])]
        for (const fact of facts) expect(page).toContain(fact)
        expect(page).toMatch(
          run[client]
            ? new RegExp(`runs this hook in .+ ${run[client]},`)
            : /^No test runs this hook in /m,
        )
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
