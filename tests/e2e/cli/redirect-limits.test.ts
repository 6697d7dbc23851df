import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

let bench: Bench
/** Where the programs are, and where others of the same name come to stand before them. */
let bin = ''
let before = ''
beforeAll(async () => {
  bench = await createBench()
  bin = join(bench.folder, 'bin')
  before = join(bench.folder, 'before')
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

/** Programs that run programs, or pass on what another machine says. The rule knows none of them. */
const RUNNERS =
  `adb aws-vault ansible atf-run bash batch bazel bsub busybox bwrap capsh caffeinate cgexec chpst chroot
  chrt choom cmake coproc cpulimit csh dash dbus-run-session direnv docker doas dosbox dotenv dumb-init entr env
  envdir envchain eatmydata expect fakechroot fakeroot find firejail fish flatpak flock gcloud gdb gosu go git heroku
  ifne ionice ip java jexec just kexec ksh kubectl ld.so lldb ltrace lxc make mise mosh mpirun msys node nice nix-shell
  nohup nomad npx nsenter numactl op oc parallel perl perf php pipenv pkexec pnpm podman poetry prlimit proot pwsh
  python3 pyenv qemu-arm rbenv retry rlwrap rtkit rsh ruby run-one runcon runuser s6-setuidgid schedtool script
  sem setarch setpriv setsid setuidgid sg sh snap socat softlimit srun ssh ssh-agent sshpass stdbuf strace su sudo
  systemd-run taskset tclsh teleport time timeout tini torsocks tox tsh tsocks unbuffer unshare uv valgrind vagrant
  watch watchexec wine with-contenv xargs xvfb-run yarn zsh`.split(/\s+/)

const envelope = (error: object) =>
  JSON.stringify({
    ok: false,
    data: null,
    error: { code: 'MOVED', message: 'It moved.', retryable: true, ...error },
    warnings: [],
    meta: { duration_ms: 1 },
  })
const moved = (command: string) => envelope({ redirect: { command, permanent: true } })

/** Writes an executable script and gives its path. */
async function script(folder: string, name: string, lines: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return file
}

/** A program that records its words, and answers with what stands in a file. */
const answering = (folder: string, name: string, text: string, exit: number, more = '') =>
  script(
    folder,
    name,
    `echo "$*" >> '${folder}/calls-${name}'\n${more}\nprintf %s '${text.replaceAll("'", String.raw`'\''`)}'\nexit ${exit}`,
  )
const callsOf = async (name: string, folder = bin) =>
  (await readFile(join(folder, `calls-${name}`), 'utf8').catch(() => '')).trim().split('\n')
const first = (...folders: readonly string[]) => [...folders, process.env['PATH']].join(':')
const inPath = () => ({ env: { PATH: first(before, bin) } })
const spoken = ['--dialect', 'spec-1.0']
/** What `surety` answers where those programs are in the PATH. */
const answer = (...argv: readonly string[]) => bench.answer(argv, inPath())

describe('programs that run programs', () => {
  test('are led nowhere, whatever they are called', async () => {
    const folder = join(bench.folder, 'runners')
    const names = [...RUNNERS, 'xq-7', 'run.it', 'Zed']
    const target = join(folder, 'pwned')
    for (const name of names) {
      const reply = moved(`${name} 1 touch ${name}.pwn`)
      const isRun = `case "$*" in *touch*) : > '${target}-${name}'; exit 0;; esac`
      await answering(folder, name, reply, 13, isRun)
    }
    // Each new tool is looked for among all that are known, so a few of them share a memory.
    const stateOf = (at: number) => ['--state-dir', join(folder, `state-${at % 12}`)]
    const options = { env: { PATH: first(folder) } }
    const runs = await bench.runs(
      names.map((name, at) => [...stateOf(at), ...spoken, '--', name, '1', './tool']),
      options,
    )
    const followed = names.filter((name) => existsSync(`${target}-${name}`))
    expect(followed).toEqual([])
    const ends = runs.map(({ meta, error }) => meta.verdict?.reason ?? error.code)
    expect(ends.filter((end) => end === 'REDIRECT_ELSEWHERE').length).toBeGreaterThan(120)
    // Programs that want a terminal are not even started.
    expect(new Set(ends)).toEqual(new Set(['REDIRECT_ELSEWHERE', 'PROGRAM_MISSING']))
    const known: Parsed[] = []
    for (let at = 0; at < 12; at += 1)
      known.push(...(await bench.answer(['memory', 'list', ...stateOf(at)], options)).data)
    expect(known.length).toBeGreaterThan(100)
    expect(known.flatMap(({ redirects }: Parsed) => redirects)).toEqual([])
  })

  test.each([
    ['a file of the folder that is no program', 'relay1 script', 'relay1 other script'],
    ['a program beside the tool', 'relay2 list', 'relay2 lfs list'],
    [
      'an option that writes',
      'relay3 https://a.example/x',
      'relay3 -o .profile https://a.example/x',
    ],
    ['another command of a relay', 'relay4 exec box tool list', 'relay4 kill victim list'],
    ['a correction', 'relay5 1 ./tool', 'relay5 1 touch x', 'fix'],
  ])('are not led to %s', async (_what, call, next, kind = 'redirect') => {
    const [name = '', ...words] = call.split(' ')
    await mkdir(join(bin, 'other'), { recursive: true })
    await script(bin, `${name}-lfs`, 'exit 0')
    const fix = envelope({ retryable: false, fix_required: 'x', fix_command: next })
    await answering(bin, name, kind === 'fix' ? fix : moved(next), kind === 'fix' ? 4 : 13)
    const dialect = kind === 'fix' ? 'spec-1.6' : 'spec-1.0'
    const flags = ['--approve-fix', '--dialect', dialect, '--cwd', bin]
    const end = await answer('run', ...flags, '--', name, ...words)
    expect(await callsOf(name)).toEqual([words.join(' ')])
    expect(end.meta.verdict.message).toContain('--approve-redirect')
  })

  test('a tool of one’s own that renames a command is followed, and its rule is used', async () => {
    const fine = `case "$1" in items) echo '{"ok":true,"data":[1],"error":null,"warnings":[],"meta":{"duration_ms":1}}'; exit 0;; esac`
    await answering(bin, 'mine', moved('mine items list'), 13, fine)
    const once = await answer('run', ...spoken, '--', 'mine', 'list')
    expect(once).toMatchObject({ ok: true, data: [1] })
    await answer('run', '--', 'mine', 'list', '--all')
    expect(await callsOf('mine')).toEqual(['list', 'items list', 'items list --all'])
  })
})

test('a chain of redirects leads no further than one', async () => {
  const on = (word: string, next: string) =>
    `case "$*" in '${word}') printf %s '${moved(`chain ${next}`)}'; exit 13;; esac`
  const steps = [on('a b c', 'x b c'), on('x b c', 'x y c'), on('x y c', 'x y z')].join('\n')
  await answering(bin, 'chain', moved('chain a b c'), 13, steps)
  await answer('run', ...spoken, '--', 'chain', 'a', 'b', 'c')
  expect(await callsOf('chain')).toEqual(['a b c', 'x b c'])
})

test('a refused command line is named shortly, and without its secrets', async () => {
  const secret = 'hunter2hunter2'
  await answering(bin, 'named', moved(`named login --token ${secret} ${'x'.repeat(5000)}`), 13)
  const end = await answer('run', ...spoken, '--', 'named', 'login', '--token', secret)
  expect(end.meta.verdict.message).toContain('named login --token')
  expect(end.meta.verdict.message.length).toBeLessThan(500)
  expect(JSON.stringify(end)).not.toContain(secret)
})

describe('what a manifest does not find', () => {
  const entry = (danger: string, more: object = {}) => ({
    description: 'x',
    danger_level: danger,
    flags: {},
    exit_codes: {
      0: { name: 'SUCCESS', description: 'x', retryable: false, side_effects: 'complete' },
    },
    ...more,
  })
  const manifest = {
    schema_version: '1.0',
    framework_version: '1.0.0',
    etag: 'e',
    commands: {
      list: entry('safe'),
      items: entry('safe'),
      'items.list': entry('safe'),
      add: entry('mutating'),
      'people.add': entry('mutating'),
      rm: entry('destructive', { aliases: ['del'] }),
      wipe: entry('destructive', { aliases: ['del'] }),
      db: entry('safe'),
      'db.drop': entry('destructive'),
    },
  }
  const learnt = JSON.stringify({
    ok: true,
    data: manifest,
    error: null,
    warnings: [],
    meta: { duration_ms: 1 },
  })

  test.each([
    ['list', '--json rm', 'REDIRECT_UNSAFE'],
    ['list', 'db --x drop', 'REDIRECT_UNSAFE'],
    ['list', 'del', 'REDIRECT_UNSAFE'],
    ['add x', 'people add x --confirm-destructive', 'REDIRECT_UNSAFE'],
    ['add x', 'people add y', 'REDIRECT_UNSAFE'],
    ['add x', 'rm x', 'REDIRECT_UNSAFE'],
    ['other x', 'rm x', 'REDIRECT_UNSAFE'],
    // It is gone from the manifest, and what it became destroys nothing.
    ['other x', 'add x', 'MALFORMED'],
    ['list', 'items list', 'MALFORMED'],
    ['add x', 'people add x', 'MALFORMED'],
  ])('is not allowed, and the rest is: %s → %s', async (call, next, reason) => {
    const name = `listed-${call}-${next}`.replaceAll(/[^\w-]/g, '_')
    const other = `case "$*" in manifest) printf %s '${learnt}'; exit 0;; '${next}') exit 0;; esac`
    await answering(bin, name, moved(`${name} ${next}`), 13, other)
    await answer('memory', 'learn', ...spoken, '--', name)
    const end = await answer('run', ...spoken, '--', name, ...call.split(' '))
    expect(end.meta.verdict.reason).toBe(reason)
    const followed = reason === 'MALFORMED' ? [next] : []
    expect(await callsOf(name)).toEqual(['manifest', call, ...followed])
  })

  test('belongs to the file: another program of the same name repeats nothing', async () => {
    const safe = learnt.replace(
      '"add":{"description":"x","danger_level":"mutating"',
      '"charge":{"description":"x","danger_level":"safe"',
    )
    await answering(bin, 'pay', safe, 0)
    await answer('memory', 'learn', ...spoken, '--', 'pay')
    await answering(before, 'pay', envelope({ code: 'TIMEOUT', retry_after: 0 }), 10)
    await answer('run', ...spoken, '--', 'pay', 'charge')
    expect(await callsOf('pay')).toEqual(['manifest'])
    expect(await callsOf('pay', before)).toEqual(['charge'])
  })
})

describe('the memory', () => {
  /** A tool that renamed a command, as a first call learns. */
  async function renamed(name: string) {
    const on = 'case "$1" in items) exit 0;; esac'
    await answering(bin, name, moved(`${name} items list`), 13, on)
    const run = (...flags: readonly string[]) => answer('run', ...flags, '--', name, 'list')
    await run(...spoken)
    expect(await callsOf(name)).toEqual(['list', 'items list'])
    return run
  }

  test('of one file is not used for another of the same name', async () => {
    const run = await renamed('dep-a')
    await answering(before, 'dep-a', 'fine', 0)
    const end = await run()
    expect(await callsOf('dep-a', before)).toEqual(['list'])
    expect(end.meta.verdict).toMatchObject({ kind: 'accept', reason: 'DONE' })
  })

  test('ends when the file changes', async () => {
    const run = await renamed('dep-c')
    await answering(bin, 'dep-c', 'fine', 0)
    await run()
    expect((await callsOf('dep-c')).at(-1)).toBe('list')
  })

  test('follows a link, the script of an interpreter, and the package behind .bin', async () => {
    const home = join(bench.folder, 'project')
    const modules = join(home, 'node_modules')
    await answering(join(modules, 'dep'), 'cli.js', moved('dep items list'), 13)
    await writeFile(join(modules, 'dep', 'package.json'), '{"version":"1.0.0"}')
    await script(join(modules, '.bin'), 'dep', 'exec "$basedir/../dep/cli.js" "$@"')
    const env = { PATH: first(join(modules, '.bin')), basedir: join(modules, '.bin') }
    await bench.answer(['run', ...spoken, '--', 'dep', 'list'], { env })
    const plan = async () =>
      (await bench.answer(['run', '--dry-run', '--', 'dep', 'list'], { env })).data.dialect
    expect(await plan()).toBe('spec-1.0')
    await writeFile(join(modules, 'dep', 'package.json'), '{"version":"1.0.10"}')
    expect(await plan()).toBe('auto')
  })

  test('of a script is not used for another script of the same interpreter', async () => {
    const home = join(bench.folder, 'scripts')
    await script(bin, 'interpret', 'exec /bin/sh "$@"')
    const on = 'case "$1" in items) exit 0;; esac'
    await answering(join(home, 'a'), 'tool', moved('interpret tool items list'), 13, on)
    await answering(join(home, 'b'), 'tool', 'fine', 0)
    const run = (at: string, ...flags: readonly string[]) =>
      answer('run', ...flags, '--cwd', join(home, at), '--', 'interpret', 'tool', 'list')
    await run('a', ...spoken)
    await run('b')
    expect([
      await callsOf('tool', join(home, 'a')),
      await callsOf('tool', join(home, 'b')),
    ]).toEqual([['list', 'items list'], ['list']])
  })

  test.each(['', 'tools'])(
    'in a folder that others can write to is ignored and named: %s',
    async (at) => {
      const run = await renamed(`dep-open-${at}`)
      const place = join(bench.state, at)
      await chmod(place, 0o777)
      const end = await run()
      await chmod(place, 0o700)
      expect((await callsOf(`dep-open-${at}`)).at(-1)).toBe('list')
      expect(end.meta.anomalies).toContainEqual(
        expect.objectContaining({
          code: 'MEMORY_PROBLEM',
          message: expect.stringContaining(place),
        }),
      )
      expect(end.meta.anomalies.map(({ code }: Parsed) => code)).toContain(
        at === '' ? 'JOURNAL_PROBLEM' : 'MEMORY_PROBLEM',
      )
    },
  )

  test('of one dialect for git does not make later calls fail', async () => {
    const shown = JSON.stringify({
      ok: true,
      data: 1,
      error: null,
      warnings: [],
      meta: { duration_ms: 1 },
    })
    const on = `case "$1" in show) printf %s '${shown}'; exit 0;; esac`
    await answering(before, 'git', 'M file', 0, on)
    await answer('run', ...spoken, '--', 'git', 'show', 'x')
    const end = await answer('run', '--', 'git', 'status')
    await rm(join(before, 'git'))
    expect(await callsOf('git', before)).toEqual(['show x', 'status'])
    expect(end).toMatchObject({ ok: true, meta: { verdict: { kind: 'accept' } } })
  })
})

describe('what was refused', () => {
  test('is not passed on as good, whether its dialect is declared or not', async () => {
    await answering(bin, 'refused', moved('echo ok; touch PWN'), 13)
    const declared = await answer('run', ...spoken, '--', 'refused', 'list')
    const { code, envelope: undeclared } = await bench.surety(
      ['run', '--', 'refused', 'list'],
      inPath(),
    )
    expect(code).toBe(4)
    for (const end of [declared, undeclared]) {
      expect(end.error).toMatchObject({ code: 'MOVED', retryable: false })
      expect(end.error).not.toHaveProperty('redirect')
      expect(JSON.stringify(end)).not.toContain('touch PWN')
    }
  })

  test('is not passed on as work to continue either', async () => {
    const work = {
      ok: false,
      data: {
        state: 'running',
        job_id: '--all',
        progress: { done: 1, total: 9, unit: 'files' },
        continue_command: 'ids job wait --all',
        cancel_command: 'ids job cancel --all',
      },
      error: { code: 'INCOMPLETE', message: 'Goes on.', retryable: false },
      warnings: [],
      meta: { duration_ms: 1, exit_code: 14 },
    }
    await answering(bin, 'ids', JSON.stringify(work), 14)
    const { code, envelope: end } = await bench.surety(
      ['run', '--dialect', 'spec-1.16', '--', 'ids', 'load'],
      { env: { ...inPath().env, SURETY_ENVELOPE: 'spec-1.16' } },
    )
    expect(await callsOf('ids')).toEqual(['load'])
    expect(code).not.toBe(14)
    expect(end.meta.verdict.reason).toBe('CONTINUE_UNSAFE')
    expect(end.meta.continuation).not.toHaveProperty('hint')
  })
})

test('a tool that nobody declared runs three times, whatever codes it makes up', async () => {
  const failure = envelope({ code: 'CODE_$n', retry_after: 0 }).replaceAll('"', String.raw`\"`)
  const lines = `n=x$RANDOM$$\necho "$n" >> '${bin}/calls-codes'\nprintf %s "${failure}"\nexit 12`
  await script(bin, 'codes', lines)
  const end = await answer('run', '--', 'codes', 'list')
  expect(end.meta.verdict.reason).toBe('TRIES_SPENT')
  expect(await callsOf('codes')).toHaveLength(3)
})

test('exit 0 after our SIGTERM is a time limit, and never the end of the work', async () => {
  const late = await script(bin, 'late', `trap 'exit 0' TERM\nsleep 5 & wait`)
  const end = await answer('run', '--timeout', '600ms', '--', late)
  expect(end).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } })
  expect(end.meta.verdict.reason).toBe('IN_DOUBT')
})

test('a batch does not write its state into its calls', async () => {
  const calls = join(bench.folder, 'calls.ndjson')
  const text = '{"argv":["true"]}\n'
  await writeFile(calls, text)
  const { code, stdout } = await bench.surety(['batch', calls, '--state', calls])
  expect([code, await readFile(calls, 'utf8')]).toEqual([4, text])
  expect(stdout).toContain('STATE_UNUSABLE')
})
