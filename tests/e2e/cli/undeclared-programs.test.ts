import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runAtTerminal } from '../processes/run-shell.ts'
import { suretyFile } from '../processes/run-surety.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

const run = (...words: readonly string[]) => bench.surety(['run', '--full', '--quiet', ...words])
const answer = async (...words: readonly string[]) => (await bench.runs([words]))[0]
const memory = async () => (await bench.answer(['memory', 'list'])).data

const FAILURES: readonly (readonly [string, object])[] = [
  ['td', { ok: false, error: { code: 'RATE_LIMITED', message: 'm', suggestion: '', details: {} } }],
  ['incur-compact', { code: 'BUSY', message: 'm', retryable: true }],
  ['incur-full', { ok: false, error: { code: 'BUSY', message: 'm', retryable: true }, meta: {} }],
  [
    'animus-1',
    { schema: 'animus.cli.v1', ok: false, error: { code: 'unavailable', message: 'm' } },
  ],
  [
    'spec-1.0',
    {
      ok: false,
      data: null,
      error: { code: 'UNAVAILABLE', message: 'm', retryable: true, retry_after: 0 },
      warnings: [],
      meta: { duration_ms: 1 },
    },
  ],
]

describe('what a program prints with exit 0', () => {
  let server: Server
  const orders: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = (request.url ?? '').slice(1)
      orders.push(name)
      const [, reply] = FAILURES.find(([each]) => each === name) ?? []
      request.resume().once('end', () => response.end(JSON.stringify(reply)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void server.close())

  /** Sends an order and prints the reply, as `curl -X POST` does. */
  const POST =
    "fetch(process.argv[1], { method: 'POST' }).then(async (r) => process.stdout.write(await r.text()))"

  test('books one order for each reply that looks like a failure', async () => {
    orders.splice(0, orders.length)
    const url = (name: string) =>
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`
    const envelopes = await bench.runs(
      FAILURES.map(([name]) => ['--', 'node', '-e', POST, url(name)]),
    )
    expect(orders).toEqual(FAILURES.map(([name]) => name))
    for (const [at, [name, reply]] of FAILURES.entries())
      expect(envelopes[at], name).toMatchObject({ ok: true, data: { stdout: reply, exit_code: 0 } })
  })

  test('is not repeated even if it is declared to be such a failure', async () => {
    const file = join(bench.folder, 'declared-calls')
    await bench.runs(
      FAILURES.map(([dialect, reply]) => {
        const script = `echo ${dialect} >> ${file}; printf '%s' '${JSON.stringify(reply)}'`
        return ['--no-memory', '--safe', '--dialect', dialect, '--', 'sh', '-c', script]
      }),
    )
    expect(await readFile(file, 'utf8')).toBe(FAILURES.map(([dialect]) => `${dialect}\n`).join(''))
  })

  test('is kept whole, byte for byte where JSON would change it', async () => {
    const document = { ok: true, type: 'x', data: 1 }
    const texts = [
      '{"id":1234567890123456789}',
      '{"a":1,"a":2}',
      '{"price":0.30000000000000000001}',
      '[1e999]',
    ]
    const unfit = '{"ok":true,"type":"x","data":{"id":1234567890123456789}}'
    const print = ['--', 'printf', '%s']
    const [known, spoken, ...others] = await bench.runs([
      [...print, JSON.stringify(document)],
      ['--no-memory', '--dialect', 'td', ...print, unfit],
      ...texts.map((text) => [...print, text]),
    ])
    // What it looks like is shown beside it.
    expect(known.data.stdout).toEqual(document)
    expect(known.meta).toMatchObject({ dialect: null, guess: { dialect: 'td', ok: true } })
    expect(spoken.meta.tool_meta.stdout).toBe(unfit)
    expect(spoken.warnings[0]).toContain('1234567890123456789')
    for (const [at, text] of texts.entries()) {
      expect(others[at].data.stdout).toBe(text)
      expect(others[at].warnings).toHaveLength(1)
    }
  })
})

describe('git, after it showed files that look like envelopes', () => {
  let repo = ''
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      cwd: repo,
      stdio: 'pipe',
    })
  beforeAll(async () => {
    repo = join(bench.folder, 'repo')
    await mkdir(repo)
    git('init', '-q')
    await Promise.all(
      FAILURES.map(([name, document]) =>
        writeFile(join(repo, `${name}.json`), JSON.stringify(document)),
      ),
    )
    git('add', '.')
    git('commit', '-qm', 'Files')
  })

  test('is not learnt, and later calls are read as before', async () => {
    const git = (...words: readonly string[]) => ['--cwd', repo, '--', 'git', ...words]
    const envelopes = await bench.runs([
      ...FAILURES.map(([name]) => git('show', `HEAD:${name}.json`)),
      git('log', '--format=%s'),
      git('show', 'no-such-thing'),
    ])
    for (const [at, [name, document]] of FAILURES.entries())
      expect(envelopes[at], name).toMatchObject({ ok: true, data: { stdout: document } })
    expect(await memory()).toEqual([])
    const [log, unknown] = envelopes.slice(FAILURES.length)
    expect(log).toMatchObject({
      ok: true,
      data: { stdout: 'Files\n' },
      meta: { verdict: { kind: 'accept' } },
    })
    // 128 is no signal, and git only reads here.
    expect(unknown.meta).toMatchObject({ tool_exit_code: 128, verdict: { reason: 'READ_FAILED' } })
  })
})

describe('the envelope of the spec, alone on stdout and without a declared dialect', () => {
  const envelope = (error: object) =>
    JSON.stringify({ ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } })
  const calls = async (name: string, print: string, exit: number, ...flags: readonly string[]) => {
    const file = join(bench.folder, name)
    const script = `echo x >> ${file}; printf '%s' '${print}'; exit ${exit}`
    const end = await run(...flags, '--', 'sh', '-c', script)
    return { ...end, count: (await readFile(file, 'utf8')).length / 2 }
  }
  const busy = envelope({ code: 'UNAVAILABLE', message: 'm', retryable: true, retry_after: 0 })

  test('is retried as its exit says', async () => {
    const end = await calls('agreeing', busy, 12)
    expect(end).toMatchObject({ count: 3, code: 12 })
    expect(end.envelope.error).toMatchObject({ code: 'UNAVAILABLE', retryable: false })
    expect(end.envelope.meta).toMatchObject({
      tool_retryable: true,
      verdict: { reason: 'TRIES_SPENT' },
    })
  })

  test('runs once if anything else is true of it', async () => {
    const odd = envelope({ code: 'X', message: 'm', retryable: true })
    const redirect = { command: 'sh -c true', permanent: true }
    const cases = [
      ['its exit is another', busy, 11],
      ['something else is printed', `note\n${busy}`, 12],
      ['a member is missing', busy.replace(',"warnings":[]', ''), 12],
      ['the exit is not one to wait for', odd, 1],
      ['a redirect is asked for', envelope({ code: 'M', message: 'm', redirect }), 13],
    ] as const
    const file = join(bench.folder, 'runs-once')
    const answers = await bench.runs(
      cases.map(([name, print, exit]) => {
        const script = `echo ${name} >> ${file}; printf '%s' '${print}'; exit ${exit}`
        return ['--', 'sh', '-c', script]
      }),
    )
    expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(cases.map(([name]) => name))
    expect(answers.map(({ ok }) => ok)).toEqual(cases.map(() => false))
    expect(await memory()).toEqual([])
  })
})

test('the words of a command line are passed on as they are', async () => {
  const words = ['["a","b"]', '[1e999]', '{"a":1}', '', ' ', '--json', '-q', '$(x)', '*', '\n']
  const { envelope } = await run('--', 'printf', String.raw`<%s>`, ...words)
  expect(envelope.data.stdout).toBe(words.map((word) => `<${word}>`).join(''))
})

describe('redirects', () => {
  const moved = (command: string, permanent = true) =>
    JSON.stringify({
      ok: false,
      data: null,
      error: {
        code: 'MOVED',
        message: 'm',
        retryable: true,
        redirect: { command, permanent, reason: 'renamed' },
      },
      warnings: [],
      meta: { duration_ms: 1 },
    })

  test('of programs that run others are always to another program', async () => {
    const programs = ['sh', 'env', 'node'] as const
    const fileOf = (program: string) => join(bench.folder, `touched-by-${program}`)
    const wordsOf = (program: (typeof programs)[number]) => {
      const target =
        program === 'sh' ? `sh -c "touch ${fileOf('sh')}"` : `${program} touch ${fileOf(program)}`
      const script = ['sh', '-c', `printf '%s' '${moved(target)}'; exit 13`]
      if (program === 'sh') return script
      if (program === 'env') return ['env', ...script]
      const code = `console.log(${JSON.stringify(moved(target))}); process.exitCode = 13`
      return ['node', '-e', code]
    }
    const envelopes = await bench.runs(
      programs.map((program) => ['--dialect', 'spec-1.0', '--', ...wordsOf(program)]),
    )
    for (const [at, program] of programs.entries()) {
      expect(envelopes[at].meta.verdict.reason, program).toBe('REDIRECT_ELSEWHERE')
      expect(existsSync(fileOf(program))).toBe(false)
    }
  })

  test('that were approved once are asked about again', async () => {
    const flaky = await bench.flaky([{ exit: 13, raw: moved('echo followed') }])
    const argv = ['--dialect', 'spec-1.0', '--', ...flaky.argv]
    const approved = await answer('--approve-redirect', 'echo *', ...argv)
    expect(approved.meta.attempts.log.at(-1).argv).toEqual(['echo', 'followed'])
    const again = await answer(...argv)
    expect(again.meta.verdict.reason).toBe('REDIRECT_ELSEWHERE')
  })

  test('are asked about at a terminal', async () => {
    const { argv } = await bench.flaky([{ exit: 13, raw: moved('echo followed') }])
    const flags = '--no-memory --dialect spec-1.0 --approve-redirect ask'
    const line = `'${process.execPath}' '${suretyFile}' run ${flags} -- ${argv.join(' ')}`
    const env = { SURETY_STATE_DIR: bench.state }
    const [yes, no] = await Promise.all([
      runAtTerminal(line, [{ when: 'followed', press: 'y\r' }], env),
      runAtTerminal(line, [{ when: 'followed', press: 'n\r' }], env),
    ])
    expect(yes.stdout).toMatch(/2 attempts/)
    expect(no.stdout).toMatch(/was not approved/)
  })

  test('do not lead a call that only reads to a command that may do more', async () => {
    const flaky = await bench.flaky([
      { exit: 13, raw: moved('client-flaky purge --yes') },
      { exit: 0, data: { purged: true } },
    ])
    const argv = ['--dialect', 'spec-1.0', '--', ...flaky.argv, 'list']
    const first = await answer('--safe', ...argv)
    expect(first.meta.attempts.count).toBe(1)
    expect(first.ok).toBe(false)
    expect((await flaky.calls()).map(({ argv: words }) => words.at(-1))).toEqual(['list'])
  })
})

describe('a failing tool', () => {
  const FORMATS = ['json', 'yaml', 'toon', 'md', 'plain', 'jsonl']

  test.concurrent.each(FORMATS)('has its stdout in %s', async (format) => {
    const { stdout, code } = await bench.surety([
      'run',
      '--quiet',
      '--format',
      format,
      '--',
      'sh',
      '-c',
      'echo REPORT-LINE; exit 3',
    ])
    expect(code).not.toBe(0)
    expect(stdout).toContain('REPORT-LINE')
  })

  test('that is killed or takes too long has its stdout, and one that says no changed nothing', async () => {
    const print = ['sh', '-c']
    const [killed, slow, no] = await bench.runs([
      ['--', ...print, 'echo REPORT-LINE; kill -9 $$'],
      ['--timeout', '2s', '--', ...print, 'echo REPORT-LINE; sleep 30'],
      ['--', 'grep', 'no-such-text', '/etc/hostname'],
    ])
    expect(JSON.stringify(killed)).toContain('REPORT-LINE')
    expect(JSON.stringify(slow)).toContain('REPORT-LINE')
    expect(no).toMatchObject({ ok: true, data: { exit_code: 1 } })
  })

  test('is cut at the start, and the whole answer is kept', async () => {
    const script = 'seq 1 400000; echo LAST-LINE; exit 1'
    const envelope = await answer('--', 'sh', '-c', script)
    expect(envelope.error.message).toBe('LAST-LINE')
    expect(envelope.meta.data.stdout).toMatch(/400000\n$/)
    const [call] = /[\da-f-]{36}/.exec(envelope.meta.truncation_hint)!
    const kept = await bench.surety(['journal', 'answer', call, '--fields', 'stdout'], {
      env: { SURETY_MAX_OUTPUT_BYTES: '0' },
    })
    expect(kept.envelope.data.stdout).toMatch(/^1\n2\n/)
  })
})

describe('a window of tokens', () => {
  test('goes on in the kept answer and never runs the tool again', async () => {
    const file = join(bench.folder, 'counted')
    const words = ['--', 'sh', '-c', `echo x >> ${file}; seq 1 2000`]
    const { meta } = await answer('--token-limit', '50', ...words)
    const { next_offset: next, truncation_hint: hint } = meta
    const going = ['run', '--rest', meta.rest, '--token-limit', '50', '--token-offset', `${next}`]
    expect((await bench.surety(going)).envelope).toMatchObject({
      ok: true,
      meta: { token_offset: 50 },
    })
    expect(hint).toContain(`journal answer ${meta.call}`)
    const second = await run('--token-limit', '50', '--token-offset', '50', ...words)
    expect(second).toMatchObject({ code: 3, envelope: { error: { phase: 'validation' } } })
    expect(await readFile(file, 'utf8')).toBe('x\n')
    const rest = await bench.surety([...hint.split(' ').slice(1), '--token-offset', '50'])
    expect(rest).toMatchObject({ code: 0, envelope: { ok: true } })
  })
})

describe('the caller’s side of a call', () => {
  const expired = { exit: 8, error: { code: 'TOKEN_EXPIRED', message: 'm', retryable: true } }

  test('refreshes credentials with the command that was given', async () => {
    const flaky = await bench.flaky([expired, { exit: 0, data: { fine: true } }])
    const file = join(bench.folder, 'refreshed')
    const refresh = ['--dialect', 'spec-1.0', '--refresh-with', `touch ${file}`]
    const envelope = await answer(...refresh, '--', ...flaky.argv)
    expect(envelope).toMatchObject({ ok: true, data: { fine: true } })
    expect(existsSync(file)).toBe(true)
    const refused = await run('--refresh-with', 'a | b', '--', 'true')
    expect(refused).toMatchObject({ code: 3, envelope: { error: { phase: 'validation' } } })
  })

  test('uses the kept answer when the tool says that nothing changed', async () => {
    const flaky = await bench.flaky([
      { exit: 0, data: { list: [1, 2] }, meta: { etag: 'v1' } },
      { exit: 0, data: null, meta: { not_modified: true, etag: 'v1' } },
    ])
    const argv = ['--cache', '--dialect', 'spec-1.0', '--', ...flaky.argv, 'list']
    await answer(...argv)
    const envelope = await answer(...argv)
    expect(envelope.ok).toBe(true)
    expect(envelope.data).toEqual({ list: [1, 2] })
    expect(envelope.meta.verdict).toMatchObject({ kind: 'use_cache', reason: 'NOT_MODIFIED' })
    expect((await flaky.calls())[1]?.argv).toEqual(expect.arrayContaining(['--etag=v1']))
  })

  test('stops at the time limit of the whole call', async () => {
    const error = { code: 'SLOW', message: 'm', retryable: true, retry_after: 60 }
    const flaky = await bench.flaky([{ exit: 11, error }])
    const limits = ['--deadline', '20s', '--dialect', 'spec-1.0']
    const envelope = await answer(...limits, '--', ...flaky.argv)
    expect(envelope.meta.verdict.reason).toBe('DEADLINE')
    expect(envelope.meta.attempts.count).toBe(1)
  })

  test('is told to put -- before the command', async () => {
    const { code, envelope } = await run('git', 'status', '--short')
    expect(code).toBe(3)
    expect(envelope.error.message).toContain('put -- before git')
  })

  test.each([
    ['run --safe ls -l a', 'surety run --safe -- ls -l a'],
    ['run --cwd ls ls -l', 'surety run --cwd ls -- ls -l'],
    ['sh ls -la', "surety sh -- 'ls -la'"],
    ['sh -q npm test', "surety sh -q -- 'npm test'"],
    ['mcp config codex gh -x y', 'surety mcp config codex -- gh -x y'],
    ['run --saef git log', '--safe'],
    ['run tool --password hunter2', 'surety run -- tool --password [REDACTED]'],
  ])('%s is told the line that passes the words on', async (line, meant) => {
    const { code, envelope } = await bench.surety(line.split(' '))
    expect(code).toBe(3)
    expect(envelope.error.suggestion).toBe(`Did you mean ${meant}?`)
  })
})

test('nothing but the journal was left in the state folder of undeclared calls', async () => {
  const clean = await createBench()
  await clean.runs([
    ['--', 'cat', join(bench.folder, 'repo', 'td.json')],
    ['--', 'printf', '%s', JSON.stringify(FAILURES[4]![1])],
  ])
  expect(await readdir(clean.state)).toEqual(['journal'])
  await clean.remove()
})
