import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(bench.alive()).toEqual([])
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
    `echo "$*" >> '${folder}/calls'\n${more}\nprintf %s '${text.replaceAll("'", String.raw`'\''`)}'\nexit ${exit}`,
  )
const callsIn = async (folder: string) =>
  (await readFile(join(folder, 'calls'), 'utf8').catch(() => '')).trim().split('\n')
const first = (...folders: readonly string[]) => [...folders, process.env['PATH']].join(':')
const spoken = ['--dialect', 'spec-1.0']

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
    const runs = await bench.runs(
      names.map((name) => [...spoken, '--', name, '1', './tool']),
      { env: { PATH: first(folder) } },
    )
    const followed = names.filter((name) => existsSync(`${target}-${name}`))
    expect(followed).toEqual([])
    const ends = runs.map(({ meta, error }) => meta.verdict?.reason ?? error.code)
    expect(ends.filter((end) => end === 'REDIRECT_ELSEWHERE').length).toBeGreaterThan(120)
    // Programs that want a terminal are not even started.
    expect(new Set(ends)).toEqual(new Set(['REDIRECT_ELSEWHERE', 'PROGRAM_MISSING']))
    const { data } = (await bench.surety(['memory', 'list'])).envelope
    expect(data.flatMap(({ redirects }: Parsed) => redirects)).toEqual([])
  })

  test.each([
    ['a file of the folder that is no program', 'relay script', 'relay other script'],
    ['a program beside the tool', 'relay list', 'relay lfs list'],
    ['an option that writes', 'relay https://a.example/x', 'relay -o .profile https://a.example/x'],
    ['another command of a relay', 'relay exec box tool list', 'relay kill victim list'],
    ['a correction', 'relay 1 ./tool', 'relay 1 touch x', 'fix'],
  ])('are not led to %s', async (_what, call, next, kind = 'redirect') => {
    const folder = join(bench.folder, `relay-${next.length}`)
    await mkdir(join(folder, 'other'), { recursive: true })
    await script(folder, 'relay-lfs', 'exit 0')
    const fix = envelope({ retryable: false, fix_required: 'x', fix_command: next })
    await answering(folder, 'relay', kind === 'fix' ? fix : moved(next), kind === 'fix' ? 4 : 13)
    const { envelope: end } = await bench.surety(
      ['run', '--approve-fix', '--dialect', kind === 'fix' ? 'spec-1.6' : 'spec-1.0'].concat([
        '--cwd',
        folder,
        '--',
        ...call.split(' '),
      ]),
      { env: { PATH: first(folder) } },
    )
    expect(await callsIn(folder)).toEqual([call.slice('relay '.length)])
    expect(end.meta.verdict.message).toContain('--approve-redirect')
  })

  test('a tool of one’s own that renames a command is followed, and its rule is used', async () => {
    const folder = join(bench.folder, 'own')
    const fine = `case "$1" in items) echo '{"ok":true,"data":[1],"error":null,"warnings":[],"meta":{"duration_ms":1}}'; exit 0;; esac`
    await answering(folder, 'mine', moved('mine items list'), 13, fine)
    const env = { PATH: first(folder) }
    const once = await bench.surety(['run', ...spoken, '--', 'mine', 'list'], { env })
    expect(once).toMatchObject({ code: 0, envelope: { data: [1] } })
    await bench.surety(['run', '--', 'mine', 'list', '--all'], { env })
    expect(await callsIn(folder)).toEqual(['list', 'items list', 'items list --all'])
  })
})

test('a chain of redirects leads no further than one', async () => {
  const folder = join(bench.folder, 'chain')
  const on = (word: string, next: string) =>
    `case "$*" in '${word}') printf %s '${moved(`dep ${next}`)}'; exit 13;; esac`
  const steps = [on('a b c', 'x b c'), on('x b c', 'x y c'), on('x y c', 'x y z')].join('\n')
  await answering(folder, 'dep', moved('dep a b c'), 13, steps)
  const words = ['--dialect', 'spec-1.0', '--', 'dep', 'a', 'b', 'c']
  await bench.surety(['run', ...words], { env: { PATH: first(folder) } })
  expect(await callsIn(folder)).toEqual(['a b c', 'x b c'])
})

test('a refused command line is named shortly, and without its secrets', async () => {
  const folder = join(bench.folder, 'named')
  const secret = 'hunter2hunter2'
  await answering(folder, 'dep', moved(`dep login --token ${secret} ${'x'.repeat(5000)}`), 13)
  const words = ['run', '--dialect', 'spec-1.0', '--', 'dep', 'login', '--token', secret]
  const { stdout, envelope: end } = await bench.surety(words, { env: { PATH: first(folder) } })
  expect(end.meta.verdict.message).toContain('dep login --token')
  expect(end.meta.verdict.message.length).toBeLessThan(500)
  expect(stdout).not.toContain(secret)
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
    ['other x', 'add x', 'REDIRECT_UNSAFE'],
    ['list', 'items list', 'MALFORMED'],
    ['add x', 'people add x', 'MALFORMED'],
  ])('is not allowed, and the rest is: %s → %s', async (call, next, reason) => {
    const folder = join(bench.folder, `listed-${call}-${next}`.replaceAll(/[^\w-]/g, '_'))
    const other = `case "$*" in manifest) printf %s '${learnt}'; exit 0;; '${next}') exit 0;; esac`
    await answering(folder, 'dep', moved(`dep ${next}`), 13, other)
    const env = { PATH: first(folder) }
    await bench.surety(['memory', 'learn', ...spoken, '--', 'dep'], { env })
    const end = await bench.surety(['run', ...spoken, '--', 'dep', ...call.split(' ')], { env })
    expect(end.envelope.meta.verdict.reason).toBe(reason)
    const followed = reason === 'MALFORMED' ? [next] : []
    expect(await callsIn(folder)).toEqual(['manifest', call, ...followed])
  })

  test('belongs to the file: another program of the same name repeats nothing', async () => {
    const [a, b] = [join(bench.folder, 'file-a'), join(bench.folder, 'file-b')]
    const safe = learnt.replace(
      '"add":{"description":"x","danger_level":"mutating"',
      '"charge":{"description":"x","danger_level":"safe"',
    )
    await answering(a, 'pay', safe, 0)
    const failure = envelope({ code: 'TIMEOUT', retry_after: 0 })
    await answering(b, 'pay', failure, 10)
    await bench.surety(['memory', 'learn', ...spoken, '--', 'pay'], { env: { PATH: first(a) } })
    await bench.surety(['run', ...spoken, '--', 'pay', 'charge'], { env: { PATH: first(b, a) } })
    expect(await callsIn(b)).toEqual(['charge'])
  })
})

describe('the memory', () => {
  /** A tool that renamed a command, as a first call learns. */
  async function renamed(name: string) {
    const folder = join(bench.folder, name)
    await answering(folder, 'dep', moved('dep items list'), 13, 'case "$1" in items) exit 0;; esac')
    const run = (...flags: readonly string[]) =>
      bench.surety(['run', ...flags, '--', 'dep', 'list'], { env: { PATH: first(folder) } })
    await run(...spoken)
    return { folder, run }
  }

  test('of one file is not used for another of the same name', async () => {
    const { folder } = await renamed('dep-a')
    const other = join(bench.folder, 'dep-b')
    await answering(other, 'dep', 'fine', 0)
    const { envelope: end } = await bench.surety(['run', '--', 'dep', 'list'], {
      env: { PATH: first(other, folder) },
    })
    expect(await callsIn(other)).toEqual(['list'])
    expect(end.meta.verdict).toMatchObject({ kind: 'accept', reason: 'DONE' })
  })

  test('ends when the file changes', async () => {
    const { folder, run } = await renamed('dep-c')
    await answering(folder, 'dep', 'fine', 0)
    await run()
    expect((await callsIn(folder)).at(-1)).toBe('list')
  })

  test('follows a link, the script of an interpreter, and the package behind .bin', async () => {
    const home = join(bench.folder, 'project')
    const modules = join(home, 'node_modules')
    await answering(join(modules, 'dep'), 'cli.js', moved('dep items list'), 13)
    await writeFile(join(modules, 'dep', 'package.json'), '{"version":"1.0.0"}')
    await script(join(modules, '.bin'), 'dep', 'exec "$basedir/../dep/cli.js" "$@"')
    const env = { PATH: first(join(modules, '.bin')), basedir: join(modules, '.bin') }
    await bench.surety(['run', ...spoken, '--', 'dep', 'list'], { env })
    const plan = async () =>
      (await bench.surety(['run', '--dry-run', '--', 'dep', 'list'], { env })).envelope.data.dialect
    expect(await plan()).toBe('spec-1.0')
    await writeFile(join(modules, 'dep', 'package.json'), '{"version":"1.0.10"}')
    expect(await plan()).toBe('auto')
  })

  test('of a script is not used for another script of the same interpreter', async () => {
    const home = join(bench.folder, 'scripts')
    await script(home, 'interpret', 'exec /bin/sh "$@"')
    const on = 'case "$1" in items) exit 0;; esac'
    await answering(join(home, 'a'), 'tool', moved('interpret tool items list'), 13, on)
    await answering(join(home, 'b'), 'tool', 'fine', 0)
    const run = (at: string, ...flags: readonly string[]) =>
      bench.surety(['run', ...flags, '--cwd', join(home, at), '--', 'interpret', 'tool', 'list'], {
        env: { PATH: first(home) },
      })
    await run('a', ...spoken)
    await run('b')
    expect([await callsIn(join(home, 'a')), await callsIn(join(home, 'b'))]).toEqual([
      ['list', 'items list'],
      ['list'],
    ])
  })

  test.each(['', 'tools'])(
    'in a folder that others can write to is ignored and named: %s',
    async (at) => {
      const { folder, run } = await renamed(`dep-open-${at}`)
      const place = join(bench.state, at)
      await chmod(place, 0o777)
      const { envelope: end } = await run()
      await chmod(place, 0o700)
      expect((await callsIn(folder)).at(-1)).toBe('list')
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
    const folder = join(bench.folder, 'git')
    const shown = JSON.stringify({
      ok: true,
      data: 1,
      error: null,
      warnings: [],
      meta: { duration_ms: 1 },
    })
    await answering(
      folder,
      'git',
      'M file',
      0,
      `case "$1" in show) printf %s '${shown}'; exit 0;; esac`,
    )
    const env = { PATH: first(folder) }
    await bench.surety(['run', ...spoken, '--', 'git', 'show', 'x'], { env })
    const { envelope: end } = await bench.surety(['run', '--', 'git', 'status'], { env })
    expect(end).toMatchObject({ ok: true, meta: { verdict: { kind: 'accept' } } })
  })
})

describe('what was refused', () => {
  test.each([[spoken], [[]]])('is not passed on as good (flags: %j)', async (flags) => {
    const folder = join(bench.folder, `refused-${flags.length}`)
    await answering(folder, 'dep', moved('echo ok; touch PWN'), 13)
    const {
      code,
      envelope: end,
      stdout,
    } = await bench.surety(['run', ...flags, '--', 'dep', 'list'], { env: { PATH: first(folder) } })
    expect(code).toBe(4)
    expect(end.error).toMatchObject({ code: 'MOVED', retryable: false })
    expect(end.error).not.toHaveProperty('redirect')
    expect(stdout).not.toContain('touch PWN')
  })

  test('is not passed on as work to continue either', async () => {
    const folder = join(bench.folder, 'ids')
    const work = {
      ok: false,
      data: {
        state: 'running',
        job_id: '--all',
        progress: { done: 1, total: 9, unit: 'files' },
        continue_command: 'dep job wait --all',
        cancel_command: 'dep job cancel --all',
      },
      error: { code: 'INCOMPLETE', message: 'Goes on.', retryable: false },
      warnings: [],
      meta: { duration_ms: 1, exit_code: 14 },
    }
    await answering(folder, 'dep', JSON.stringify(work), 14)
    const { code, envelope: end } = await bench.surety(
      ['run', '--dialect', 'spec-1.16', '--', 'dep', 'load'],
      { env: { PATH: first(folder), SURETY_ENVELOPE: 'spec-1.16' } },
    )
    expect(await callsIn(folder)).toEqual(['load'])
    expect(code).not.toBe(14)
    expect(end.meta.verdict.reason).toBe('CONTINUE_UNSAFE')
    expect(end.meta.continuation).not.toHaveProperty('hint')
  })
})

test('a tool that nobody declared runs three times, whatever codes it makes up', async () => {
  const folder = join(bench.folder, 'codes')
  const failure = envelope({ code: 'CODE_$n', retry_after: 0 }).replaceAll('"', String.raw`\"`)
  await script(
    folder,
    'dep',
    `n=x$RANDOM$$\necho "$n" >> '${folder}/calls'\nprintf %s "${failure}"\nexit 12`,
  )
  const { envelope: end } = await bench.surety(['run', '--', 'dep', 'list'], {
    env: { PATH: first(folder) },
  })
  expect(end.meta.verdict.reason).toBe('TRIES_SPENT')
  expect(await callsIn(folder)).toHaveLength(3)
})

test('exit 0 after our SIGTERM is a time limit, and never the end of the work', async () => {
  const folder = join(bench.folder, 'late')
  await script(folder, 'dep', `trap 'exit 0' TERM\nsleep 5 & wait`)
  const { envelope: end } = await bench.surety(
    ['run', '--timeout', '600ms', '--', join(folder, 'dep')],
    {},
  )
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
