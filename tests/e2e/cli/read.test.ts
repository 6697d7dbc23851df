import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { bringPrograms, testWith } from '../processes/programs-here.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
let cwd: string
/** Finds programs of these names in a folder of ours first, so that a machine without them answers the same. */
let env: { readonly PATH: string }
beforeAll(async () => {
  bench = await createBench()
  const bin = await mkdtemp(join(bench.folder, 'bin-'))
  bringPrograms(bin, ['cargo', 'curl', 'gcc', 'jq', 'make', 'man', 'python3', 'rg', 'tree'])
  env = { PATH: `${bin}:${process.env['PATH']}` }
  cwd = await mkdtemp(join(bench.folder, 'project-'))
  git('init', '-q', '.')
  writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\n')
  git('add', '.')
  git('commit', '-q', '-m', 'Start')
  symlinkSync('/etc/ssl', join(cwd, 'above'))
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

function git(...words: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd })
}

const read = (words: readonly string[], env = {}) => bench.surety(['read', ...words], { cwd, env })
/** The same in a process that is shared, for refusals: what was read is not in the answer. */
const answer = (words: readonly string[]) => bench.answer(['read', ...words], { cwd, env })
/** The same in a folder below the one of the process. */
const answerIn = (at: string, words: readonly string[]) =>
  bench.answer(['read', '--cwd', at, ...words], { cwd: bench.folder, env })

test.each([
  ['cat', ['--', 'cat', 'a.txt'], 'one\ntwo\n', 0],
  ['a failing one by its name', ['--', 'ls', 'nope'], '', 2, /^ls: cannot access/],
  ['a program that looks like a path', ['--', 'sed', '-n', '/w/p', 'a.txt'], 'two\n', 0],
  ['a pattern that looks like one', ['--', 'grep', '/api', 'a.txt'], '', 1],
  ['one that finds nothing', ['--', 'grep', 'three', 'a.txt'], '', 1],
  [
    'git with options before the command',
    ['--', 'git', '-C', '.', 'log', '--format=%s'],
    'Start\n',
    0,
  ],
])('runs %s as it is', async (_name, words, stdout, exit, stderr = /^/) => {
  const said = expect.stringMatching(stderr)
  expect(await read(words)).toMatchObject({ stdout, stderr: said, code: exit })
})

test.each([
  [['rm', 'a.txt'], 'changes something|Nothing is known'],
  [['git', 'push'], 'changes something'],
  [['git', 'branch', 'x'], 'changes something|not known to only read'],
  [['git', 'log', '--output=x'], 'changes something|not known to only read'],
  [['find', '.', '-delete'], 'changes something|not known to only read'],
  [['find', '.', '-exec', 'touch', 'x', ';'], 'changes something|not known to only read'],
  [['sed', '-i', 's/a/b/', 'a.txt'], 'changes something|not known to only read'],
  [['sed', 'w x', 'a.txt'], 'not known to only read'],
  [['sort', '-o', 'x', 'a.txt'], 'changes something|not known to only read'],
  [['awk', 'BEGIN{system("touch x")}'], 'not known to only read'],
  [['cat', '--no-such-flag', 'a.txt'], 'not known to only read'],
  [['node', 'a.txt', '--version'], 'not known to only read'],
  [['nobody-knows-this'], 'no program'],
  [['cat', '/etc/passwd'], 'outside of the folder'],
  [['cat', '../../x'], 'outside of the folder'],
  [['grep', '-f/etc/passwd', 'a.txt'], 'outside of the folder'],
  [['date', '-uf/etc/passwd'], 'outside of the folder'],
  [['cat', 'above/../passwd'], 'outside of the folder'],
  [['sed', '-n', '/a/p', '/a/p'], 'outside of the folder'],
  [['awk', '/etc/passwd'], 'outside of the folder'],
  [['grep', '/a', '/a'], 'outside of the folder'],
  [['rg', '--files', '/etc'], 'outside of the folder'],
  [['grep', '-f', 'a.txt', '/etc/passwd'], 'outside of the folder'],
  [['jq', '-nf', 'a.txt'], 'outside of the folder'],
  [['tree', '-al'], 'outside of the folder'],
  [['sha1sum', '-c', 'a.txt'], 'outside of the folder'],
  [['man', './a.txt'], 'not known to only read'],
  [['gcc', '-E', 'a.c'], 'outside of the folder'],
  [['find', '-L', '.'], 'outside of the folder'],
  [['find', '.', '-follow'], 'outside of the folder'],
  [['grep', '-nR', 'x', '.'], 'outside of the folder'],
  [['egrep', '--dereference-recursive', 'x', '.'], 'outside of the folder'],
  [['diff', '-ur', '.', '.'], 'outside of the folder'],
  [['du', '-sL', '.'], 'outside of the folder'],
  [['ls', '-LR'], 'outside of the folder'],
  [['sort', '--files0-from=a.txt'], 'outside of the folder'],
  [['curl', 'http://127.0.0.1:1/'], 'network|not known'],
])('refuses %j before anything starts', async (words, why) => {
  const { ok, error } = await answer(['--', ...words])
  expect([ok, existsSync(join(cwd, 'x')), existsSync(join(cwd, 'a.txt'))]).toEqual([
    false,
    false,
    true,
  ])
  expect(error.message).toMatch(new RegExp(why))
})

test('a refusal has an exit of its own', async () => {
  const { code, envelope } = await read(['--', 'rm', 'a.txt'])
  expect([code, envelope.error.code]).toEqual([4, 'NOT_A_KNOWN_READ'])
  expect(existsSync(join(cwd, 'a.txt'))).toBe(true)
})

test.each([
  [
    'ls nope | head -1; echo x',
    'x\n',
    0,
    'part 1 of 3, ls nope, ended with 2 (FILE_NOT_FOUND); the pipe hid it',
  ],
  ['cat nope 2>&1 | wc -l', '1\n', 0, 'part 1 of 2, cat nope, ended with 1; the pipe hid it'],
  ['cat a.txt | head -1', 'one\n', 0, ''],
  ['grep zz a.txt | head -1; test -f a.txt', '', 0, ''],
  ['ls nope 2>/dev/null | head -1', '', 0, ''],
  ['cat a.txt | grep zz', '', 1, ''],
])('the line %s tells what it hides, and nothing else', async (line, stdout, code, note) => {
  const end = await read(['--line', line], env)
  expect(end).toMatchObject({ stdout, code })
  const notes = end.stderr.split('\n').filter((each) => each.startsWith('surety:'))
  expect(notes).toEqual(note === '' ? [] : [`surety: ${note}`])
})

test('a program has a PATH without the project, and npm stays offline', async () => {
  const env = { PATH: `:.:${cwd}/bin:${process.env['PATH']}` }
  const { stdout } = await read(['--', 'printenv', 'PATH'], env)
  expect(stdout.split(':')).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^$|^[.]$|project-/)]),
  )
  expect(stdout.trim().split(':')).toContain(process.env['PATH']!.split(':').at(-1))
  expect((await read(['--', 'npm', 'config', 'get', 'offline'])).stdout).toBe('true\n')
})

test('in a process of many calls, the answer holds what the streams would', async () => {
  const [shown, failed] = await Promise.all([
    bench.answer(['read', '--', 'cat', 'a.txt'], { cwd }),
    bench.answer(['read', '--', 'cat', 'nope'], { cwd }),
  ])
  expect(shown).toMatchObject({ ok: true, data: { stdout: 'one\ntwo\n', exit_code: 0 } })
  expect(failed).toMatchObject({ ok: false, error: { code: 'FILE_NOT_FOUND' }, warnings: [] })
})

test('reads elsewhere only if that is allowed', async () => {
  expect((await read(['--outside', '--', 'head', '-n', '1', '/etc/passwd'])).stdout).toMatch(
    /^root:/,
  )
  symlinkSync('/etc/passwd', join(cwd, 'link'))
  expect((await answer(['--', 'cat', 'link'])).error.code).toBe('READ_OUTSIDE')
  expect((await answer(['--cwd', '/etc', '--', 'cat', 'passwd'])).error.code).toBe('READ_OUTSIDE')
})

test('a program of the project, or one that others may replace, is not what its name says', async () => {
  const bin = join(cwd, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'ls'), '#!/bin/sh\ntouch x\n', { mode: 0o755 })
  const open = await mkdtemp(join(bench.folder, 'open-'))
  writeFileSync(join(open, 'ls'), '#!/bin/sh\ntouch x\n', { mode: 0o755 })
  chmodSync(open, 0o777)
  const found = (folder: string) => read(['--', 'ls'], { PATH: `${folder}:${process.env['PATH']}` })
  const led = await mkdtemp(join(bench.folder, 'led-'))
  symlinkSync(join(open, 'ls'), join(led, 'ls'))
  const ends = await Promise.all([bin, 'bin', open, led].map(found))
  expect(ends.map(({ code }) => code)).toEqual([4, 4, 4, 4])
  const elsewhere = ['--outside', '--cwd', '/etc', '--', 'ls']
  expect((await read(elsewhere, { PATH: `${bin}:${process.env['PATH']}` })).code).toBe(4)
  expect((await answer(['--', './bin/ls'])).ok).toBe(false)
  expect(existsSync(join(cwd, 'x'))).toBe(false)
})

let template: string
beforeAll(async () => {
  template = await mkdtemp(join(bench.folder, 'template-'))
  const own = gitIn(template)
  own('init', '-q', '--template=', '.')
  writeFileSync(join(template, '.gitattributes'), '* filter=f diff=d\n')
  writeFileSync(join(template, 'a'), '1\n')
  own('add', '.')
  own('commit', '-q', '-m', 'Start')
  writeFileSync(join(template, 'a'), '2\n')
})

/** Makes a repository with a changed file, whose attributes name a filter and a conversion. */
async function hostile(...settings: readonly (readonly [string, string])[]): Promise<string> {
  const repo = await mkdtemp(join(bench.folder, 'hostile-'))
  cpSync(template, repo, { recursive: true })
  const own = gitIn(repo)
  for (const [key, value] of settings) own('config', key, value)
  return repo
}

const gitIn =
  (cwd: string) =>
  (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    })

test.each([
  ['core.fsmonitor', 'touch PWN; false', ['status']],
  ['filter.f.clean', 'touch PWN; cat', ['diff']],
  ['diff.d.textconv', 'touch PWN; cat', ['log', '-p']],
  ['diff.external', 'touch PWN', ['diff']],
  ['remote.origin.uploadpack', 'touch PWN; git-upload-pack', ['ls-remote', '.']],
  ['credential.helper', '!touch PWN', ['ls-remote', '.']],
  ['core.askPass', 'touch PWN', ['ls-remote', '.']],
  ['merge.m.driver', 'touch PWN; false', ['log', '-p', '--diff-merges=remerge']],
  ['man.evil.cmd', 'touch PWN; true', ['blame', '--help']],
])('a repository whose %s runs a program is not read', async (key, value, words) => {
  const repo = await hostile([key, value])
  const { ok } = await answerIn(repo, ['--network', '--', 'git', ...words])
  expect([ok, existsSync(join(repo, 'PWN'))]).toEqual([false, false])
})

test('nothing that a project holds runs by way of a read', async () => {
  const mark = join(bench.folder, 'PWN')
  const evil = join(bench.folder, 'evil')
  writeFileSync(evil, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 })
  // A submodule has configuration of its own.
  const parent = await hostile()
  const child = join(parent, 'sub')
  renameSync(await hostile(['filter.f.clean', `${evil}; cat`]), child)
  gitIn(parent)('add', 'sub')
  gitIn(parent)('commit', '-q', '-m', 'Sub')
  // The configuration stands in another folder.
  const linked = await hostile(['diff.external', evil])
  renameSync(join(linked, '.git'), join(linked, 'common'))
  cpSync(join(linked, 'common'), join(linked, '.git'), { recursive: true })
  writeFileSync(join(linked, '.git/config'), '')
  writeFileSync(join(linked, '.git/commondir'), '../common\n')
  const elsewhere = await hostile()
  symlinkSync(join(parent, 'sub'), join(elsewhere, 'link'))
  renameSync(await hostile(['filter.f.clean', `${evil}; cat`]), join(elsewhere, 'status'))
  // An object is missing, and the place to fetch it from is a program.
  const partial = await hostile(
    ['core.repositoryformatversion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', `ext::${evil}`],
    ['protocol.ext.allow', 'always'],
  )
  const id = gitIn(partial)('rev-parse', 'HEAD:a').toString().trim()
  rmSync(join(partial, '.git/objects', id.slice(0, 2), id.slice(2)))
  // Git passes over a folder that is no repository, and takes the one around it.
  const passed = await hostile(['filter.f.clean', `${evil}; cat`])
  for (const name of readdirSync(join(passed, '.git')))
    renameSync(join(passed, '.git', name), join(passed, name))
  gitIn(passed)('config', '-f', 'config', 'core.worktree', '.')
  // A file that is called like a part of the index is no submodule.
  const named = await hostile()
  writeFileSync(join(named, 'link'), '')
  gitIn(named)('add', 'link')
  const settings = await mkdtemp(join(bench.folder, 'settings-'))
  writeFileSync(
    join(settings, '.npmrc'),
    `git=${evil}\nscript-shell=${evil}\nviewer=browser\nbrowser=${evil}\n`,
  )
  writeFileSync(join(settings, 'package.json'), '{"name":"x","version":"1.0.0"}')
  writeFileSync(join(settings, 'rust-toolchain.toml'), `[toolchain]\npath = "${settings}"\n`)
  mkdirSync(join(parent, 'node_modules/.bin'), { recursive: true })
  mkdirSync(join(parent, 'inner'))
  cpSync(evil, join(parent, 'node_modules/.bin/ls'))
  const tries: readonly (readonly [string, readonly string[], Record<string, string>?])[] = [
    [parent, ['git', 'status']],
    [parent, ['git', 'diff', '--submodule=diff']],
    [parent, ['git', 'describe', '--always', '--dirty']],
    [linked, ['git', 'diff']],
    [passed, ['git', 'diff']],
    [named, ['git', 'status']],
    [elsewhere, ['git', '-C', 'status', 'status']],
    [join(elsewhere, 'link'), ['git', 'status']],
    [partial, ['git', 'show']],
    [settings, ['npm', 'view', 'git+https://127.0.0.1:9/x.git']],
    [settings, ['npm', 'help', 'ls']],
    [settings, ['cargo', '--version']],
    [join(parent, 'inner'), ['ls'], { PATH: `${parent}/node_modules/.bin:${env.PATH}` }],
    [settings, ['python3', '--version'], { BASH_ENV: evil, ENV: evil, PYTHONSTARTUP: evil }],
    [settings, ['make', '--version'], { MAKEFLAGS: `--eval=$(shell ${evil})` }],
  ]
  const ends = await Promise.all(
    tries.map(async ([folder, words, more]) => {
      const call = ['--network', '--', ...words]
      const isRefused = more
        ? (await bench.surety(['read', ...call], { cwd: folder, env: { ...env, ...more } }))
            .code === 4
        : !(await answerIn(folder, call)).ok
      return [words.join(' '), isRefused] as const
    }),
  )
  expect(existsSync(mark)).toBe(false)
  // The first is that of the file which is no submodule.
  expect(ends.filter(([, isRefused]) => !isRefused).map(([words]) => words)).toEqual([
    'git status',
    'python3 --version',
    'make --version',
  ])
  const ignoring = ['read', '--', 'git', 'status', '-s', '--ignore-submodules=dirty']
  expect(await bench.surety(ignoring, { cwd: parent })).toMatchObject({ code: 0 })
  expect(existsSync(mark)).toBe(false)
})

testWith('jq')(
  'a program gets the usual variables and its own, none that name code or a place in the project',
  async () => {
    writeFileSync(join(cwd, 'settings.yaml'), '')
    const given = {
      LD_AUDIT: '/none',
      LD_LIBRARY_PATH: `/none:${cwd}`,
      KUBECONFIG: 'settings.yaml',
      DOCKER_CONFIG: join(cwd, 'docker'),
      MANROFFOPT: '-U',
      NODE_V8_COVERAGE: 'x',
      FFREPORT: 'file=x',
      PIP_LOG: 'x',
      POSIXLY_CORRECT: '1',
      TF_CLI_ARGS_fmt: '-write',
      GIT_EXTERNAL_DIFF: '/none',
      MY_TOKEN: 'secret',
    }
    const kept = { LC_TIME: 'C', TZ: 'Europe/Paris' }
    const { stdout } = await read(['--', 'jq', '-n', 'env'], { ...given, ...kept })
    const seen = JSON.parse(stdout) as Record<string, string>
    expect(Object.keys(given).filter((name) => name in seen)).toEqual([])
    expect(seen).toMatchObject(kept)
  },
)

test('names of variables are shown, and values that may be secrets are masked', async () => {
  const env = { MY_TOKEN: 'secret', MY_PLACE: 'secret too', DEBUG_LEVEL: '3', LD_PRELOAD: '' }
  const { stdout, stderr } = await read(['--', 'env'], env)
  expect(stdout).toMatch(/^PATH=\//m)
  expect(stdout).toMatch(/^MY_TOKEN=\[masked\]\nMY_PLACE=\[masked\]\nDEBUG_LEVEL=3$/m)
  expect(stdout).not.toContain('LD_PRELOAD')
  expect(stderr).toBe('surety: Values that may be secrets are masked; see --reveal.\n')
  expect(await read(['--', 'printenv', 'PATH'], env)).toMatchObject({ stderr: '', code: 0 })
  expect((await read(['--', 'printenv', 'MY_TOKEN'], env)).stdout).toBe('[masked]\n')
})

test('what shows secrets is refused, and --reveal is for a person at a terminal', async () => {
  writeFileSync(join(cwd, '.env'), 'A=b\n')
  writeFileSync(join(cwd, '.env.example'), 'A=\n')
  git('config', 'http.extraheader', 'AUTHORIZATION: basic x')
  const refused = [
    ['cat', '.env'],
    ['git', 'show', 'HEAD:.env'],
    ['git', 'config', '--list'],
    ['git', 'config', '--get-all', 'http.extraheader'],
    ['npm', 'config', 'get', '//registry.npmjs.org/:_authToken'],
  ]
  const codes = await Promise.all(
    refused.map(async (words) => (await answer(['--', ...words])).error.code),
  )
  expect(codes).toEqual(refused.map(() => 'SHOWS_SECRETS'))
  expect((await answer(['--reveal', '--', 'cat', '.env'])).error.code).toBe('SHOWS_SECRETS')
  const shown = await Promise.all(
    [
      ['cat', '.env.example'],
      ['ls', '.env'],
      ['git', 'config', '--get', 'core.bare'],
    ].map(async (words) => (await answer(['--', ...words])).ok),
  )
  expect(shown).toEqual([true, true, true])
  rmSync(join(cwd, '.env'))
  git('config', '--unset', 'http.extraheader')
})

testWith('ps')('ps shows no variables, and is never behind two locks', async () => {
  expect((await answer(['--', 'ps', 'eww'])).error.code).toBe('SHOWS_SECRETS')
  const { error } = await answer(['--locks', '2', '--', 'ps'])
  expect([error.code, error.message]).toEqual(['NOT_LOCKED', expect.stringContaining('processes')])
})

test('a read says how many locks held, and --locks 2 refuses one that has the first alone', async () => {
  const here = (await bench.answer(['hook', 'status'], { cwd })).data.locks
  expect(here.knowledge.holds).toBe(true)
  const isHeld = here.kernel.holds as boolean
  expect((await answer(['--', 'cat', 'a.txt'])).meta.locks).toBe(isHeld ? 2 : 1)
  expect((await answer(['--', 'id'])).meta.locks).toBe(1)
  expect((await answer(['--locks', '2', '--', 'cat', 'a.txt'])).error?.code).toBe(
    isHeld ? undefined : 'NOT_LOCKED',
  )
  // Where there is no program that locks, a read runs behind the first alone.
  const none = { PATH: '/usr/bin', SURETY_STATE_DIR: bench.state }
  expect((await read(['--', 'cat', 'a.txt'], none)).stdout).toBe('one\ntwo\n')
})

test.each([
  ['GIT_CONFIG_PARAMETERS', "'core.fsmonitor=touch PWN; false'", ['status', '-s']],
  ['GIT_EXTERNAL_DIFF', 'touch PWN', ['diff']],
])('%s of the caller runs nothing', async (name, value, words) => {
  const repo = await hostile()
  const called = { cwd: repo, env: { [name]: value } }
  const { code } = await bench.surety(['read', '--', 'git', ...words], called)
  expect([code, existsSync(join(repo, 'PWN'))]).toEqual([0, false])
})
