import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sh } from '@surety/client'
import { afterAll, describe, expect, it } from 'vitest'

import axi from '../../lines/axi-lines.json' with { type: 'json' }
import { testWith } from '../processes/programs-here.ts'
import { suretyFile } from '../processes/run-surety.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-sh-'))
afterAll(() => rmSync(folder, { recursive: true }))
const programs = join(folder, 'programs')
mkdirSync(programs)
// Programs of the lines that this machine lacks: they say how they were called, and end in several ways.
for (const name of ['agent-browser', 'agent-browser-axi', 'chrome-devtools', 'gh', 'gh-axi']) {
  writeFileSync(
    join(programs, name),
    `#!/bin/sh\nprintf '%s\\n' "$*"\necho "${name} was called" >&2\nexit $(( $# % 3 ))\n`,
  )
  chmodSync(join(programs, name), 0o755)
}
const env = { PATH: `${programs}:${process.env['PATH']}`, HOME: folder, LC_ALL: 'C' }

function surety(argv: readonly string[], cwd = folder) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [suretyFile, ...argv], {
    cwd,
    env: { ...env, SURETY_STATE_DIR: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}

describe('surety sh', () => {
  it('prints what the shell prints, ends as it does, and adds one line about what was hidden', () => {
    const { stdout, stderr, status } = surety(['sh', '--', 'gh a 2>/dev/null | cat; missing | cat'])
    expect(stdout).toBe('a\n')
    expect(stderr).toBe(
      'bash: line 1: missing: command not found\n' +
        'surety: missing failed (exit 127, PROGRAM_NOT_FOUND); the pipe hid it\n',
    )
    expect(status).toBe(0)
  })

  it('adds nothing where nothing is hidden, and keeps the exit of a failure', () => {
    expect(surety(['sh', '--', 'echo a; exit 7'])).toEqual({ stdout: 'a\n', stderr: '', status: 7 })
    expect(surety(['sh', '--', 'yes | head -1'])).toEqual({ stdout: 'y\n', stderr: '', status: 0 })
  })

  it('answers with data where it is asked for, and surety run of a shell does so too', () => {
    for (const argv of [
      ['sh', '--json', '--', 'gh a | cat'],
      ['run', '--', 'bash', '-c', 'gh a | cat'],
    ]) {
      const { stdout, status } = surety(argv)
      expect(status).not.toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({
        ok: false,
        error: { code: 'HIDDEN_FAILURE', retryable: false },
        meta: {
          hidden: true,
          parts: [{ command: 'gh a', exit_code: 1 }],
          verdict: { reason: 'PART_FAILED' },
        },
      })
    }
  })

  it('takes an exit that the line turned around for no answer of the program', () => {
    for (const line of [
      '! echo a | grep a',
      '! grep sh /etc/passwd',
      'true; ! grep sh /etc/passwd',
    ]) {
      const { stdout, status } = surety(['sh', '--json', '--', line])
      expect(status, line).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'EXIT_STATUS' } })
    }
  })

  it('names the part with which a line ended, where others ran', () => {
    const { stdout, status } = surety(['sh', '--json', '--', 'set -e; gh a; echo b'])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      meta: { parts: [{ command: 'gh a', exit_code: 1 }] },
    })
  })

  it('is silent about a failure that the line expects or silences, and says where parts are not known', () => {
    for (const line of ['gh a || true', 'gh a >/dev/null 2>&1; true', 'gh a 2>/dev/null | cat']) {
      const answer = JSON.parse(surety(['sh', '--json', '--', line]).stdout) as object
      expect(answer).toMatchObject({ ok: true, warnings: [] })
    }
    const loop = JSON.parse(
      surety(['sh', '--json', '--', 'for i in 1; do gh a; done | cat']).stdout,
    ) as object
    expect(loop).toMatchObject({ ok: false, meta: { hidden: true } })
    const other = JSON.parse(
      surety(['sh', '--json', '--shell', 'sh', '--', 'gh a | cat']).stdout,
    ) as object
    expect(other).toMatchObject({
      ok: true,
      meta: { parts_unknown: expect.stringContaining('sh') },
    })
  })

  it('stands in for bash: its descriptors, and programs in the background live on', async () => {
    const run = (line: string, input = '') => {
      const words = [suretyFile, 'sh', '--', line]
      const all = { cwd: folder, env, input, encoding: 'utf8' } as const
      const { stdout, stderr, status, signal } = spawnSync(process.execPath, words, all)
      return { stdout, stderr, status, signal }
    }
    expect(run('wc -l', 'a\nb\n')).toMatchObject({ stdout: '2\n', status: 0 })
    // Node gives sockets, which nobody can open by name; a shell gives pipes.
    const piped = (line: string) => {
      const words = ['-c', 'echo in | "$@" 2> >(cat >&2) | cat', '-', process.execPath]
      const all = { cwd: folder, env, encoding: 'utf8' } as const
      return spawnSync('bash', [...words, suretyFile, 'sh', '--', line], all)
    }
    const both = piped('echo out > /dev/stdout; echo err | tee /dev/stderr > /dev/null')
    expect(both).toMatchObject({ stdout: 'out\n', stderr: 'err\n' })
    const tests = '[ -p /dev/stdin ] && [ -p /dev/stdout ] && [ -p /dev/stderr ] && cat'
    expect(piped(tests)).toMatchObject({ stdout: 'in\n', stderr: '' })
    // As procps has it, which is not everywhere: it looks through the words of all processes but its own.
    writeFileSync(
      join(programs, 'pgrep'),
      `#!${process.execPath}
const fs = require('node:fs')
const wordsOf = (id) => { try { return fs.readFileSync('/proc/' + id + '/cmdline', 'utf8') } catch { return '' } }
const ids = fs.readdirSync('/proc').filter((id) => /^\\d+$/.test(id) && Number(id) !== process.pid)
process.exit(ids.some((id) => wordsOf(id).includes(process.argv[3])) ? 0 : 1)
`,
    )
    chmodSync(join(programs, 'pgrep'), 0o755)
    expect(run('exec pgrep -f surety-nosuch-words').status).toBe(1)
    expect(run('kill -9 $$')).toMatchObject({ signal: 'SIGKILL' })
    const { stdout } = run('sleep 20 > /dev/null 2>&1 & echo $!')
    process.kill(Number(stdout), 'SIGKILL')
    writeFileSync(join(folder, '.bash_profile'), 'greet() { echo "hello $1"; }\n')
    expect(run('greet you | cat').stdout).toBe('hello you\n')
    rmSync(join(folder, '.bash_profile'))
    const { text, ok, code } = await sh('echo a; gh b >&2 | cat', { inheritedEnv: env })
    expect({ text, ok, code }).toEqual({
      text: expect.stringContaining('a\n'),
      ok: false,
      code: 'HIDDEN_FAILURE',
    })
  })

  it('knows a failure by the program that another one starts', () => {
    // They start what stands behind their own words.
    const starter = '#!/bin/sh\nwhile [ "$1" != pytest ]; do shift; done\nexec "$@"\n'
    writeFileSync(join(programs, 'pytest'), '#!/bin/sh\necho "1 failed"\nexit 1\n')
    for (const name of ['conda', 'poetry', 'uv']) writeFileSync(join(programs, name), starter)
    for (const name of ['conda', 'poetry', 'uv', 'pytest']) chmodSync(join(programs, name), 0o755)
    for (const words of [
      'conda run -n x --no-capture-output pytest -q',
      'poetry run pytest -q',
      'uv run --frozen pytest -q',
      'timeout 60 nice pytest -q',
    ])
      expect(surety(['sh', '--', `${words} 2>&1 | tail -1`]).stderr).toBe(
        `surety: ${words} failed (exit 1, TESTS_FAILED); the pipe hid it\n`,
      )
  })

  // A line that only this shell understands, one that it reads as bash does, and one that fails in it.
  for (const [shell, own, failing] of [
    ['zsh', 'print -l ${(s:,:)${:-a,b}}', 'print -u2 no; exit 3'],
    ['fish', 'for x in (printf "a\\nb\\n"); echo $x; end', 'echo no >&2; exit 3'],
  ] as const)
    testWith(shell)(`in ${shell} a line runs as there, unjudged, and the answer says so`, () => {
      const lines = [own, 'gh a | cat', 'echo a']
      for (const words of [...lines, failing].flatMap((line) => [
        ['sh', '--json', '--shell', shell, '--', line],
        ['run', '--', shell, '-c', line],
      ]))
        expect(JSON.parse(surety(words).stdout)).toMatchObject({
          ok: words.at(-1) !== failing,
          meta: { parts_unknown: `The line ran in ${shell}, whose lines are not judged.` },
        })
      expect(surety(['sh', '--shell', shell, '--', own])).toEqual({
        stdout: 'a\nb\n',
        stderr: '',
        status: 0,
      })
      expect(surety(['sh', '--shell', shell, '--', failing])).toEqual({
        stdout: '',
        stderr: 'no\n',
        status: 3,
      })
    })

  it('runs what the caller has in BASH_ENV first, as bash does, and leaves nothing behind', async () => {
    writeFileSync(join(folder, 'own-env'), 'greet() { echo hello; }\n')
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('surety-line-'))
    const own = { ...env, BASH_ENV: join(folder, 'own-env') }
    const { outcome } = await sh('greet | cat; echo "$BASH_ENV" | cat', { inheritedEnv: own })
    expect(outcome.data).toMatchObject({ stdout: `hello\n${own.BASH_ENV}\n` })
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith('surety-line-'))
    expect(after).toEqual(before)
  })

  it('ends at its limit, with all that the line started', async () => {
    const { outcome, parts } = await sh('false | cat; sleep 60 | cat; echo x', {
      inheritedEnv: env,
      timeoutMs: 300,
    })
    expect(outcome).toMatchObject({ ok: false, exit: 'TIMEOUT' })
    expect(parts).toBeUndefined()
  })

  it('gives bytes as they come, takes input and a signal, and knows no parts of what was ended', async () => {
    const seen: string[] = []
    const onStdout = (chunk: Uint8Array) => void seen.push(Buffer.from(chunk).toString())
    const whole = await sh('cat; echo no >&2; ls nope 2>&1 | wc -l >&2', {
      // An outermost bash would take input from Node for a login over the network, and tell nothing.
      inheritedEnv: env,
      input: 'in',
      onStdout,
    })
    expect(seen.join('')).toBe('in')
    expect(Buffer.from(whole.stderr).toString()).toBe('no\n1\n')
    expect(whole).toMatchObject({
      hidden: true,
      verdict: { kind: 'escalate', reason: 'READ_FAILED' },
      parts: [{ command: 'ls nope', exit_code: 2 }],
    })
    const ending = new AbortController()
    const stopped = await sh('echo up; sleep 60', {
      inheritedEnv: env,
      signal: ending.signal,
      onStdout: () => ending.abort(),
    })
    expect(stopped.outcome).toMatchObject({ ok: false, error: { code: 'ABORTED' } })
    const killed = await sh('kill -9 $$', { inheritedEnv: env })
    const missing = await sh('ls', { inheritedEnv: env, shell: 'no-such-shell' })
    for (const { parts } of [stopped, killed, missing]) expect(parts).toBeUndefined()
  })
})

describe('lines that agents typed', () => {
  // Every line is run by `npm run test:long`, every fifth one otherwise.
  const step = process.env['SURETY_LONG'] === '1' ? 1 : 5
  const lines = axi.lines.filter((_, index) => index % step === 0)

  it(`run as in bash: the same bytes, the same exit, the same files (${lines.length} lines)`, async () => {
    const differing: string[] = []
    let known = 0
    for (const line of lines) {
      const bare = () =>
        inFolder((cwd) => {
          const { stdout, stderr, status } = spawnSync('bash', ['-c', line], {
            cwd,
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
            encoding: 'utf8',
          })
          return { stdout, stderr, status, files: readdirSync(cwd) }
        })
      const own = await inFolder(async (cwd) => {
        const result = await sh(line, { inheritedEnv: env, cwd })
        if (result.parts !== undefined) known += 1
        const [stdout, stderr] = [result.stdout, result.stderr].map((bytes) =>
          Buffer.from(bytes).toString('utf8'),
        )
        const status = result.outcome.process?.exit_code
        return { stdout, stderr, status, files: readdirSync(cwd) }
      })
      // Parts of a pipe run side by side, so that what two of them say comes in any order: bash alone differs from itself.
      const text = ({ stderr, ...rest }: { readonly stderr: string | undefined }) =>
        JSON.stringify([stderr?.split('\n').toSorted(), rest])
      const asked = text(own)
      let tries = 20
      while (tries > 0 && text(bare()) !== asked) tries -= 1
      if (tries === 0) differing.push(`${line}\n${asked}\n${text(bare())}`)
    }
    expect(differing).toEqual([])
    expect(known / lines.length).toBeGreaterThan(0.95)
  }, 600_000)
})

function inFolder<Result>(use: (cwd: string) => Result): Result {
  const cwd = join(folder, 'here')
  rmSync(cwd, { recursive: true, force: true })
  mkdirSync(cwd)
  return use(cwd)
}
