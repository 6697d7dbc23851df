import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runAtTerminal } from '../processes/run-shell.ts'
import { suretyFile } from '../processes/run-surety.ts'
import { createBench, tool, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(bench.alive()).toEqual([])
  await bench.remove()
})

const run = (...words: readonly string[]) => bench.surety(['run', '--full', '--quiet', ...words])
const memory = async () => (await bench.surety(['memory', 'list'])).envelope.data

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
  let orders = 0
  let body = ''
  beforeAll(async () => {
    server = createServer((request, response) => {
      orders += 1
      request.resume().once('end', () => response.end(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void server.close())

  test.each(FAILURES)('books one order when the reply looks like %s', async (_name, reply) => {
    orders = 0
    body = JSON.stringify(reply)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`
    const { code, envelope } = await run('--', 'curl', '-sS', '-X', 'POST', url)
    expect(orders).toBe(1)
    expect(code).toBe(0)
    expect(envelope).toMatchObject({ ok: true, data: { stdout: reply, exit_code: 0 } })
  })

  test.each(FAILURES)('is not repeated even if it is declared to be %s', async (dialect, reply) => {
    const file = join(bench.folder, `calls-${dialect}`)
    const script = `echo x >> ${file}; printf '%s' '${JSON.stringify(reply)}'`
    await run('--no-memory', '--safe', '--dialect', dialect, '--', 'sh', '-c', script)
    expect(await readFile(file, 'utf8')).toBe('x\n')
  })

  test('keeps the whole document and shows beside it what it looks like', async () => {
    const document = { ok: true, type: 'x', data: 1 }
    const { envelope } = await run('--', 'printf', '%s', JSON.stringify(document))
    expect(envelope.data.stdout).toEqual(document)
    expect(envelope.meta).toMatchObject({ dialect: null, guess: { dialect: 'td', ok: true } })
  })

  test.each([
    '{"id":1234567890123456789}',
    '{"a":1,"a":2}',
    '{"price":0.30000000000000000001}',
    '[1e999]',
  ])('carries %s byte for byte', async (text) => {
    const { envelope } = await run('--', 'printf', '%s', text)
    expect(envelope.data.stdout).toBe(text)
    expect(envelope.warnings).toHaveLength(1)
  })

  test('keeps the text of an envelope whose numbers do not fit', async () => {
    const text = '{"ok":true,"type":"x","data":{"id":1234567890123456789}}'
    const { envelope } = await run('--no-memory', '--dialect', 'td', '--', 'printf', '%s', text)
    expect(envelope.meta.tool_meta.stdout).toBe(text)
    expect(envelope.warnings[0]).toContain('1234567890123456789')
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
    for (const [name, document] of FAILURES) {
      const { envelope } = await run('--cwd', repo, '--', 'git', 'show', `HEAD:${name}.json`)
      expect(envelope).toMatchObject({ ok: true, data: { stdout: document } })
    }
    expect(await memory()).toEqual([])
    const { envelope } = await run('--cwd', repo, '--', 'git', 'log', '--format=%s')
    expect(envelope).toMatchObject({
      ok: true,
      data: { stdout: 'Files\n' },
      meta: { verdict: { kind: 'accept' } },
    })
  })

  test('fails with 128 without being called a signal', async () => {
    const { envelope } = await run('--cwd', repo, '--', 'git', 'show', 'no-such-thing')
    expect(envelope.meta).toMatchObject({ tool_exit_code: 128, verdict: { reason: 'IN_DOUBT' } })
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

  test.each([
    ['its exit is another', busy, 11],
    ['something else is printed', `note\n${busy}`, 12],
    ['a member is missing', busy.replace(',"warnings":[]', ''), 12],
    ['the exit is not one to wait for', envelope({ code: 'X', message: 'm', retryable: true }), 1],
    [
      'a redirect is asked for',
      envelope({ code: 'M', message: 'm', redirect: { command: 'sh -c true', permanent: true } }),
      13,
    ],
  ])('runs once if %s', async (name, print, exit) => {
    const { count, envelope: answer } = await calls(name.replaceAll(' ', '-'), print, exit)
    expect(count).toBe(1)
    expect(answer.ok).toBe(false)
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

  test.each(['sh', 'env', 'python3'])('of %s are always to another program', async (program) => {
    const file = join(bench.folder, `touched-by-${program}`)
    const target = program === 'sh' ? `sh -c "touch ${file}"` : `${program} touch ${file}`
    const print = `print(${JSON.stringify(moved(target))}); raise SystemExit(13)`
    const words = {
      sh: ['sh', '-c', `printf '%s' '${moved(target)}'; exit 13`],
      env: ['env', 'sh', '-c', `printf '%s' '${moved(target)}'; exit 13`],
      python3: ['python3', '-c', print],
    }[program] as string[]
    const { envelope } = await run('--dialect', 'spec-1.0', '--', ...words)
    expect(envelope.meta.verdict.reason).toBe('REDIRECT_ELSEWHERE')
    expect(existsSync(file)).toBe(false)
  })

  test('that were approved once are asked about again', async () => {
    const argv = ['--dialect', 'spec-1.0', '--', ...tool('redirect-elsewhere', 'echo followed')]
    const approved = await run('--approve-redirect', 'echo *', ...argv)
    expect(approved.envelope.meta.attempts.log.at(-1).argv).toEqual(['echo', 'followed'])
    const again = await run(...argv)
    expect(again.envelope.meta.verdict.reason).toBe('REDIRECT_ELSEWHERE')
  })

  test('are asked about at a terminal', async () => {
    const script = [JSON.parse(`{"exit":13,"raw":${JSON.stringify(moved('echo followed'))}}`)]
    const { argv } = await bench.flaky(script)
    const flags = '--no-memory --dialect spec-1.0 --approve-redirect ask'
    const line = `'${process.execPath}' '${suretyFile}' run ${flags} -- ${argv.join(' ')}`
    const env = { SURETY_STATE_DIR: bench.state }
    const yes = await runAtTerminal(line, [{ when: 'followed', press: 'y\r' }], env)
    expect(yes.stdout).toMatch(/2 attempts/)
    const no = await runAtTerminal(line, [{ when: 'followed', press: 'n\r' }], env)
    expect(no.stdout).toMatch(/was not approved/)
  })

  test('do not lead a call that only reads to a command that may do more', async () => {
    const flaky = await bench.flaky((home) => [
      JSON.parse(`{"exit":13,"raw":${JSON.stringify(moved(`flaky ${home} purge --yes`))}}`),
      { exit: 0, data: { purged: true } },
    ])
    const argv = ['--dialect', 'spec-1.0', '--', ...flaky.argv, 'list']
    const first = await run('--safe', ...argv)
    expect(first.envelope.meta.attempts.count).toBe(1)
    expect(first.envelope.ok).toBe(false)
    expect((await flaky.calls()).map(({ argv: words }) => words.at(-1))).toEqual(['list'])
  })
})

describe('a failing tool', () => {
  const FORMATS = ['json', 'yaml', 'toon', 'md', 'plain', 'tsv', 'jsonl']

  test.each(FORMATS)('has its stdout in %s', async (format) => {
    const { stdout, code } = await bench.surety([
      'run',
      '--quiet',
      '--output',
      format,
      '--',
      'sh',
      '-c',
      'echo REPORT-LINE; exit 3',
    ])
    expect(code).not.toBe(0)
    expect(stdout).toContain('REPORT-LINE')
  })

  test.each([
    ['that is killed', 'echo REPORT-LINE; kill -9 $$', []],
    ['that takes too long', 'echo REPORT-LINE; sleep 30', ['--timeout', '600ms']],
  ])('%s has its stdout', async (_how, script, flags) => {
    const { stdout } = await run(...flags, '--', 'sh', '-c', script)
    expect(stdout).toContain('REPORT-LINE')
  })

  test('is cut at the start, and the whole answer is kept', async () => {
    const script = 'seq 1 400000; echo LAST-LINE; exit 1'
    const { envelope } = await run('--', 'sh', '-c', script)
    expect(envelope.meta.data.stdout).toMatch(/LAST-LINE\n$/)
    const kept = await bench.surety(
      ['journal', 'answer', envelope.meta.call, '--fields', 'stdout'],
      {
        env: { SURETY_MAX_OUTPUT_BYTES: '0' },
      },
    )
    expect(kept.envelope.data.stdout).toMatch(/^1\n2\n/)
  })

  test('that says no is not said to have changed something', async () => {
    const { envelope } = await run('--', 'grep', 'no-such-text', '/etc/hostname')
    expect(envelope.meta.verdict.reason).toBe('NEGATIVE_RESULT')
  })
})

describe('a window of tokens', () => {
  test('goes on in the kept answer and never runs the tool again', async () => {
    const file = join(bench.folder, 'counted')
    const words = ['--', 'sh', '-c', `echo x >> ${file}; seq 1 2000`]
    const first = await run('--token-limit', '50', ...words)
    const { next_offset: next, truncation_hint: hint } = first.envelope.meta
    expect(next).toBeUndefined()
    expect(hint).toContain(`journal answer ${first.envelope.meta.call}`)
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
    const { envelope } = await run(
      '--dialect',
      'spec-1.0',
      '--refresh-with',
      `touch ${file}`,
      '--',
      ...flaky.argv,
    )
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
    await run(...argv)
    const { code, envelope } = await run(...argv)
    expect(code).toBe(0)
    expect(envelope.data).toEqual({ list: [1, 2] })
    expect(envelope.meta.verdict).toMatchObject({ kind: 'use_cache', reason: 'NOT_MODIFIED' })
    expect((await flaky.calls())[1]?.argv).toEqual(expect.arrayContaining(['--etag=v1']))
  })

  test('stops at the time limit of the whole call', async () => {
    const error = { code: 'SLOW', message: 'm', retryable: true, retry_after: 60 }
    const flaky = await bench.flaky([{ exit: 11, error }])
    const { envelope } = await run(
      '--deadline',
      '20s',
      '--dialect',
      'spec-1.0',
      '--',
      ...flaky.argv,
    )
    expect(envelope.meta.verdict.reason).toBe('DEADLINE')
    expect(envelope.meta.attempts.count).toBe(1)
  })

  test('is told to put -- before the command', async () => {
    const { code, envelope } = await run('git', 'status', '--short')
    expect(code).toBe(3)
    expect(envelope.error.message).toContain('put -- before git')
  })
})

test('nothing but the journal was left in the state folder of undeclared calls', async () => {
  const clean = await createBench()
  await clean.surety(['run', '--full', '--', 'cat', join(bench.folder, 'repo', 'td.json')])
  await clean.surety(['run', '--full', '--', 'printf', '%s', JSON.stringify(FAILURES[4]![1])])
  expect(await readdir(clean.state)).toEqual(['journal'])
  await clean.remove()
})
