import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { encode, loadEncoder, DIALECT_IDS } from 'surety/dialects'
import { fail, succeed } from 'surety/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

/** What `surety run --full` answers, without its exit code and its streams. */
const answer = (...words: readonly string[]) => bench.answer(['run', '--full', ...words])

const says = fileURLToPath(new URL('../../bin/client/says.sh', import.meta.url))
const busy = { exit: 12, error: { code: 'BUSY', message: 'Away.', retryable: true } }
const slow = {
  exit: 11,
  error: { code: 'SLOW_DOWN', message: 'Too fast.', retryable: true, retry_after: 0 },
}
const movedTo = (command: string) => ({
  exit: 13,
  error: {
    code: 'MOVED',
    message: 'It moved.',
    retryable: true,
    redirect: { command: `client-flaky ${command}`, permanent: true },
  },
})

test('the answer of a tool is the answer; the record of the call is shown on request', async () => {
  const plain = await bench.surety(['run', '--', 'true'])
  expect(plain.envelope).toEqual({
    ok: true,
    data: { stdout: '', stderr: '', exit_code: 0 },
    error: null,
    warnings: [],
    meta: { duration_ms: expect.any(Number), verdict: { kind: 'accept', reason: 'DONE' } },
  })
  const whole = await answer('--', 'true')
  const { attempts, tool_exit: exit, tool } = whole.meta
  expect({ count: attempts.count, exit, tool }).toEqual({ count: 1, exit: 'SUCCESS', tool: 'true' })
  const flaky = await bench.flaky([busy, { exit: 0, data: { id: 7 } }])
  const again = await bench.answer(['run', '--safe', '--dialect', 'spec-1.0', '--', ...flaky.argv])
  expect(again.meta).toMatchObject({ dialect: 'spec-1.0', attempts: { count: 2 } })
  const failed = await bench.answer(['run', '--', 'sh', '-c', 'exit 7'])
  expect(failed.meta).toEqual({
    duration_ms: expect.any(Number),
    tool_exit_code: 7,
    verdict: { reason: 'IN_DOUBT', changed: 'unknown' },
  })
})

describe('a tool that speaks a dialect', () => {
  test('is brought to a good end when it fails for a while', async () => {
    const flaky = await bench.flaky([slow, busy, { exit: 0, data: { id: 7 } }])
    const { envelope, code, stderr } = await bench.surety([
      'run',
      '--full',
      '--safe',
      '--dialect',
      'spec-1.0',
      '--',
      ...flaky.argv,
    ])
    expect(code).toBe(0)
    expect(envelope).toMatchObject({
      ok: true,
      data: { id: 7 },
      meta: {
        dialect: 'spec-1.0',
        wrapped: false,
        tool_exit_code: 0,
        verdict: { kind: 'accept', reason: 'DONE' },
        attempts: {
          count: 3,
          log: [{ code: 'SLOW_DOWN' }, { code: 'BUSY' }, { verdict: 'accept' }],
        },
      },
    })
    expect(stderr).toBe('')
    expect(await flaky.calls()).toHaveLength(3)
  })

  test('keeps its error, fact by fact, and its exit', async () => {
    const error = { code: 'NO_SUCH_DEPLOY', message: 'There is no deploy 42.', retryable: false }
    const flaky = await bench.flaky([{ exit: 5, error }])
    const { envelope, code } = await bench.surety(['run', '--full', '--', ...flaky.argv, 'show'])
    expect(code).toBe(5)
    expect(envelope).toMatchObject({ ok: false, data: null, error, meta: { tool_exit_code: 5 } })
  })

  test('answers in any other dialect, with that dialect’s exit number', async () => {
    const error = { code: 'BAD_NAME', message: 'No such name.', retryable: false }
    const flaky = await bench.flaky([{ exit: 3, error }])
    const argv = ['run', '--full', '--dialect', 'spec-1.0', '--', ...flaky.argv]
    expect((await bench.answer(argv)).meta.tool_exit).toBe('ARG_ERROR')
    const { code, lines } = await bench.surety([
      'run',
      '--full',
      '--envelope',
      'spec-1.6',
      ...argv.slice(1),
    ])
    expect(code).toBe(2)
    expect(lines[0]).toMatchObject({ ok: false, error: { code: 'BAD_NAME' } })
  })

  test('is not tried again more often than allowed', async () => {
    const flaky = await bench.flaky([slow])
    const spent = await answer('--retries', '1', '--', ...flaky.argv)
    expect(spent.meta).toMatchObject({
      tool_exit_code: 11,
      attempts: { count: 2 },
      verdict: { reason: 'TRIES_SPENT' },
    })
    const refused = await answer('--retries', '9', '--', 'true')
    expect(refused).toMatchObject({ ok: false, error: { phase: 'validation' } })
  })

  test('has its permanent redirects remembered by the next process', async () => {
    const flaky = await bench.flaky([movedTo('items list'), { exit: 0, data: [1] }])
    const given = ['--dialect', 'spec-1.0']
    const first = await answer(...given, '--', ...flaky.argv, 'ls')
    expect(first).toMatchObject({ ok: true, data: [1], meta: { attempts: { count: 2 } } })
    const dry = await answer('--dry-run', '--', ...flaky.argv, 'ls')
    expect(dry.data).toMatchObject({
      effect: 'would_run',
      would_affect: { argv: expect.arrayContaining(['items', 'list']) },
      dialect: 'spec-1.0',
    })
    expect(await flaky.calls()).toHaveLength(2)
    const second = await bench.surety(['run', '--full', '--', ...flaky.argv, 'ls'])
    expect(second.envelope.meta).toMatchObject({
      attempts: { count: 1 },
      applied_redirects: [{ to: expect.arrayContaining(['items', 'list']) }],
    })
    const forgetful = await answer('--no-memory', '--dry-run', '--', ...flaky.argv, 'ls')
    expect(forgetful.data).toMatchObject({ applied_redirects: [], dialect: 'auto' })
  })

  test('does not send anybody to another program unless that is approved', async () => {
    const redirect = { command: 'echo followed', permanent: true }
    const error = { code: 'MOVED', message: 'It moved.', retryable: true, redirect }
    const flaky = await bench.flaky([{ exit: 13, error }])
    const argv = ['--dialect', 'spec-1.0', '--', ...flaky.argv]
    const kept = await answer('--no-memory', ...argv)
    expect(kept).toMatchObject({ ok: false, meta: { verdict: { reason: 'REDIRECT_ELSEWHERE' } } })
    const approved = (pattern: string) =>
      answer('--no-memory', '--approve-redirect', pattern, ...argv)
    expect((await approved('echo other')).meta.attempts.count).toBe(1)
    expect((await approved('echo *')).meta.attempts.log[1]).toMatchObject({
      argv: ['echo', 'followed'],
    })
  })

  test('fails closed when it prints garbage, also with exit 0', async () => {
    const argv = ['run', '--full', '--dialect', 'spec-1.0', '--', 'echo', 'all is well']
    const { envelope, code } = await bench.surety(argv)
    expect(code).toBe(1)
    expect(envelope).toMatchObject({
      ok: false,
      error: { code: 'GENERAL_ERROR', retryable: false },
      meta: {
        wrapped: false,
        verdict: { reason: 'MALFORMED' },
        anomalies: [{ code: 'ANSWER_PROBLEM' }],
      },
    })
  })

  test('is not accepted silently when it used to answer and stops to', async () => {
    const flaky = await bench.flaky([slow, { exit: 0, data: 1 }, { exit: 0, raw: 'Welcome!' }])
    const given = ['--dialect', 'spec-1.0']
    expect((await answer(...given, '--', ...flaky.argv)).ok).toBe(true)
    const envelope = await answer('--', ...flaky.argv)
    expect(envelope.ok).toBe(true)
    expect(envelope.data.stdout).toContain('Welcome!')
    expect(envelope.meta.verdict.reason).toBe('DONE_WITH_WARNINGS')
    expect(envelope.warnings).toEqual([expect.stringContaining('spec-1.0')])
  })

  test('is not acted on when it is not the contract that was demanded', async () => {
    const flaky = await bench.flaky([{ exit: 0, data: { id: 1 }, meta: { schema_version: '2.3' } }])
    const demand = (range: string) =>
      answer('--dialect', 'spec-1.0', '--expect-schema-version', range, '--', ...flaky.argv)
    expect((await demand('2.x')).ok).toBe(true)
    const envelope = await demand('1.x')
    expect(envelope.ok).toBe(false)
    expect(envelope.error).toMatchObject({ code: 'CONTRACT_MISMATCH', retryable: false })
    const typed = await answer('--expect-type', 'list', '--', ...flaky.argv)
    expect(typed.error.code).toBe('CONTRACT_MISMATCH')
  })

  test('keeps the pages before one that fails, and tells where to continue', async () => {
    const meta = { truncated: true, cursor: 'c1' }
    const error = { code: 'NOT_FOUND', message: 'gone', retryable: false }
    const flaky = await bench.flaky([
      { exit: 0, data: [1, 2], meta },
      { exit: 5, error },
    ])
    const flags = ['--pages', 'all', '--safe', '--dialect', 'spec-1.0']
    const envelope = await answer(...flags, '--', ...flaky.argv)
    expect(envelope.ok).toBe(false)
    expect(envelope.error.code).toBe('NOT_FOUND')
    expect(envelope.meta).toMatchObject({ data: [1, 2], truncated: true, cursor: 'c1', pages: 1 })
    expect(envelope.warnings).toEqual([
      'Page 2 failed. The data has the page before it; continue from meta.cursor.',
    ])
  })

  test('has its pages collected', async () => {
    const flags = ['--pages', '3', '--safe', '--dialect', 'spec-1.0']
    const page = (at: number) => ({
      exit: 0,
      data: [at],
      meta: { truncated: true, cursor: `c${at + 1}` },
    })
    const flaky = await bench.flaky([0, 1, 2, 3].map(page))
    const envelope = await answer(...flags, '--', ...flaky.argv)
    expect(await flaky.calls()).toHaveLength(3)
    expect(envelope).toMatchObject({
      ok: true,
      data: [0, 1, 2],
      meta: { pages: 3, truncated: true },
    })
    expect(envelope.warnings).toHaveLength(1)
  })

  test('can be described by a file', async () => {
    const file = join(bench.folder, 'house.json')
    await writeFile(file, await readFile(exampleFile('dialects/success-flag.surety.yaml'), 'utf8'))
    const text = JSON.stringify({ success: true, data: { id: 3 }, error: null })
    const read = await answer('--dialect', file, '--', 'printf', '%s', text)
    expect(read).toMatchObject({ ok: true, data: { id: 3 } })
    const missing = await answer('--dialect', './no.yaml', '--', 'true')
    expect(missing.error.code).toBe('FILE_NOT_FOUND')
    const unknown = await answer('--dialect', 'nope', '--', 'true')
    expect(unknown.error.code).toBe('INVALID_CHOICE')
  })
})

test('an answer in any dialect comes out as our envelope, success and failure', async () => {
  const found = succeed({ data: { items: [{ id: 1 }] }, meta: { command: 'list', type: 'list' } })
  const missing = fail({
    exit: 'NOT_FOUND',
    error: { code: 'not_found', message: 'There is no such task.', retryable: false },
    meta: { command: 'show' },
  })
  const callsIn = async (dialect: string) => {
    const encoder = await loadEncoder(dialect)
    return [found, missing].map((outcome) => {
      const { stdout, stderr, exit_code: exit } = encode(outcome, encoder)
      return ['--dialect', dialect, '--', says, stdout, stderr, String(exit)]
    })
  }
  const calls = await Promise.all(DIALECT_IDS.map(callsIn))
  const envelopes = (await bench.runs(calls.flat())).values()
  for (const dialect of DIALECT_IDS) {
    expect(envelopes.next().value, dialect).toMatchObject({
      ok: true,
      data: { items: [{ id: 1 }] },
      meta: { dialect },
    })
    expect(envelopes.next().value, dialect).toMatchObject({
      ok: false,
      error: { message: 'There is no such task.' },
      meta: { dialect },
    })
  }
})

/** One that fails on stderr, and one without an envelope; the examples answer in each (run-examples.test.ts). */
const ANSWERED = ['td', 'incur-compact']
const answered = process.env['SURETY_LONG'] ? DIALECT_IDS : ANSWERED

describe.concurrent.each(answered)('%s', (dialect) => {
  test('can be what we answer in', async () => {
    const argv = ['run', '--envelope', dialect, '--', 'sh', '-c', 'exit 4']
    const { code, stdout, stderr } = await bench.surety(argv)
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain('The program ended with exit code 4.')
    const expected = encode(
      fail({ exit: 'GENERAL_ERROR', error: { code: 'EXIT_STATUS', message: '' } }),
      await loadEncoder(dialect),
    )
    expect(code).toBe(expected.exit_code)
  })
})

describe('a program without a dialect', () => {
  test('is wrapped: git', async () => {
    const cwd = await mkdtemp(join(bench.folder, 'repo-'))
    await answer('--cwd', cwd, '--', 'git', 'init', '-q', '.')
    await writeFile(join(cwd, 'a.txt'), 'a')
    const envelope = await answer('--cwd', cwd, '--', 'git', 'status', '--short')
    expect(envelope).toMatchObject({
      ok: true,
      data: { stdout: '?? a.txt\n', stderr: '', exit_code: 0 },
      meta: { wrapped: true, dialect: null, tool: 'git' },
    })
    const bad = await bench.surety(['run', '--full', '--', 'git', 'checkout', 'nowhere'], { cwd })
    expect(bad).toMatchObject({ code: 5, envelope: { error: { code: 'PATH_UNKNOWN' } } })
    // Its own words are the message, and nowhere else.
    expect(bad.envelope.error.message).toContain("pathspec 'nowhere' did not match")
    expect([bad.stderr, bad.envelope.meta.data]).toEqual(['', undefined])
  })

  test('is wrapped: printf, whose JSON is parsed, node, echo, and none', async () => {
    const [json, node, echo, none] = await bench.runs([
      ['--', 'printf', '{"json": true}'],
      ['--', 'node', '-e', 'process.exit(42)'],
      ['--', 'echo', '--help', '--json', '--', '-x'],
      ['--', 'surety-no-such-program'],
    ])
    expect(json).toMatchObject({
      ok: true,
      data: { stdout: { json: true } },
      meta: { wrapped: true },
    })
    expect(node).toMatchObject({ error: { code: 'EXIT_STATUS' }, meta: { tool_exit_code: 42 } })
    expect(echo.data.stdout).toBe('--help --json -- -x\n')
    expect(none).toMatchObject({
      error: { code: 'PROGRAM_NOT_FOUND', phase: 'validation' },
      meta: { tool_exit_code: 127, verdict: { reason: 'PROGRAM_MISSING' } },
    })
  })

  test('has its stderr in the answer once, or kept', async () => {
    const words = ['--', 'sh', '-c', 'echo noise; echo more; echo said >&2']
    const envelope = JSON.stringify({ ok: true, data: 1, error: null, warnings: [], meta: {} })
    const script = `echo said >&2; echo '${envelope}'`
    const [passed, declared, kept, quiet] = await Promise.all([
      bench.surety(['run', '--full', ...words]),
      bench.surety(['run', '--dialect', 'spec-1.0', '--', 'sh', '-c', script]),
      answer('--keep-stderr', ...words),
      answer('--quiet', ...words),
    ])
    // One line, whatever the tool prints.
    expect(passed).toMatchObject({ stderr: '', envelope: { data: { stderr: 'said\n' } } })
    expect(declared.stderr).toBe('said\n')
    expect(kept.meta.stderr).toBe('said\n')
    expect(quiet.meta).not.toHaveProperty('stderr')
  })

  test('gets its own flags after --, and one that does not exist is an outcome', async () => {
    const argv = ['run', '--full', '--', 'surety-no-such-program', '--help', '--', '--format']
    const envelope = await bench.answer(argv)
    expect(envelope.error.code).toBe('PROGRAM_NOT_FOUND')
    expect(envelope.meta.attempts.log[0].argv).toEqual(argv.slice(3))
  })

  test('that hangs is stopped, and the framework’s own limit has no say', async () => {
    const { envelope, code } = await bench.surety([
      'run',
      '--full',
      '--timeout',
      '500ms',
      '--',
      'sh',
      '-c',
      'sleep 60 & wait',
    ])
    expect(code).toBe(10)
    expect(envelope).toMatchObject({
      error: { code: 'TIMEOUT' },
      meta: { verdict: { reason: 'IN_DOUBT' }, attempts: { count: 1 } },
    })
    expect(envelope.meta).not.toHaveProperty('timeout_ms')
    expect(await bench.left()).toEqual([])
  })
})

/** Waits until a program has written a file. */
async function whenThere(file: string): Promise<void> {
  await expect.poll(() => existsSync(file)).toBe(true)
}

describe('a signal', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s ends the tool and is answered', async (signal, number) => {
    const started = join(await mkdtemp(join(bench.folder, 'signal-')), 'started')
    const { envelope, code, stderr } = await bench.surety(
      ['run', '--', 'sh', '-c', `echo said >&2; touch ${started}; sleep 60`],
      { onStart: (child) => void whenThere(started).then(() => child.kill(signal)) },
    )
    expect(code).toBe(number)
    expect(stderr).toContain('said')
    expect(envelope).toMatchObject({
      ok: false,
      error: { code: 'CANCELLED' },
      meta: { partial: true, verdict: { reason: 'ABORTED' } },
    })
    expect(await bench.left()).toEqual([])
  })

  test('an impatient second one leaves nobody behind either', async () => {
    const started = join(await mkdtemp(join(bench.folder, 'signal-')), 'started')
    const script = `trap "" TERM; touch ${started}; sleep 60`
    const { code } = await bench.surety(['run', '--full', '--', 'sh', '-c', script], {
      onStart: (child) =>
        void whenThere(started).then(() => {
          // A signal that is not yet heard when the next one comes counts once.
          const timer = setInterval(() => child.kill('SIGINT'), 300)
          child.once('exit', () => clearInterval(timer))
          return child.kill('SIGINT')
        }),
    })
    expect(code).toBe(130)
    expect(await bench.left()).toEqual([])
  })
})

test('an answer that is too large is cut, and never continued by running the tool again', async () => {
  const script = 'console.log(JSON.stringify(Array.from({ length: 9e4 }, (_, i) => `item ${i}`)))'
  const words = ['--', process.execPath, '-e', script]
  const envelope = await answer(...words)
  expect(envelope).toMatchObject({ ok: true, meta: { truncated: true } })
  expect(envelope.meta.cursor).toBeUndefined()
  const [, ...hint] = envelope.meta.truncation_hint.split(' ')
  expect(envelope.warnings).toEqual([expect.stringContaining(hint.join(' '))])
  // The hint leads through all of it, page by page, and runs nothing.
  const items: string[] = []
  for (let at = await bench.answer(hint); ;) {
    items.push(...at.data.stdout)
    const { rest } = at.meta
    if (rest === undefined) break
    at = await bench.answer(['journal', 'answer', '--rest', rest])
  }
  expect(items).toHaveLength(9e4)
  expect(new Set(items).size).toBe(9e4)
  const whole = await bench.answer(['run', '--full', ...words], {
    env: { SURETY_MAX_OUTPUT_BYTES: '0' },
  })
  expect(whole.data.stdout).toHaveLength(9e4)
  expect(whole.warnings).toEqual([])
})

test('a failure with more output than fits is cut the same way', async () => {
  const script = 'printf "%02000000d\\n" 0; exit 7'
  const envelope = await answer('--', 'sh', '-c', script)
  expect(envelope.error.code).toBe('EXIT_STATUS')
  expect(envelope.meta.data.stdout.length).toBeLessThan(1024 * 1024)
  const [, ...hint] = envelope.meta.truncation_hint.split(' ')
  const whole = await bench.answer(hint, { env: { SURETY_MAX_OUTPUT_BYTES: '0' } })
  expect(whole.data.stdout).toHaveLength(2e6 + 1)
})

test('nothing is kept without a journal, and nothing leads to it', async () => {
  const envelope = await answer('--no-journal', '--', 'printf', String.raw`%02000000d\n`, '0')
  expect(envelope.meta).toMatchObject({ truncated: true, total_bytes: expect.any(Number) })
  expect(envelope.meta.truncation_hint).toBeUndefined()
  expect(envelope.meta.cursor).toBeUndefined()
  const missing = await bench.answer(['journal', 'answer', envelope.meta.call])
  expect(missing).toMatchObject({ ok: false, error: { code: 'ANSWER_NOT_KEPT' } })
})

test('the cursor of a tool leads to its next page', async () => {
  const { argv, calls } = await bench.flaky([
    { exit: 0, data: [1, 2], meta: { truncated: true, cursor: 'two' } },
    { exit: 0, data: [3] },
  ])
  const first = await answer('--dialect', 'spec-1.0', '--', ...argv, 'ls')
  expect(first).toMatchObject({ data: [1, 2], meta: { truncated: true, cursor: 'two' } })
  const words = ['run', '--dialect', 'spec-1.0', '--cursor', first.meta.cursor]
  const second = await bench.answer([...words, '--', ...argv, 'ls'])
  expect(second).toMatchObject({ data: [3], meta: { verdict: { kind: 'accept' } } })
  expect((await calls()).at(-1)?.argv).toEqual(['ls', '--cursor', 'two'])
})

describe('what is kept', () => {
  test('only the owner can read, and no secret is in it', async () => {
    const secret = 'hunter2hunter2'
    const words = ['--', 'echo', 'x', '--password', secret, `--api-key=${secret}`]
    const { envelope } = await bench.surety(['run', '--full', ...words], {
      env: { APP_TOKEN: secret },
    })
    expect(JSON.stringify(envelope.meta)).not.toContain(secret)
    const files = await readdir(bench.state, { recursive: true, withFileTypes: true })
    for (const entry of files) {
      const path = join(entry.parentPath, entry.name)
      const { mode } = await stat(path)
      expect(mode & 0o077, path).toBe(0)
      if (entry.isFile()) expect(await readFile(path, 'utf8')).not.toContain(secret)
    }
  })

  test('is where one says, or nowhere', async () => {
    const own = join(bench.folder, 'elsewhere')
    await answer('--state-dir', own, '--', 'true')
    expect(await readdir(own)).toEqual(['journal'])
    const none = join(bench.folder, 'none')
    const flaky = await bench.flaky([{ exit: 0, data: 1 }])
    const off = ['--state-dir', none, '--no-journal', '--no-memory']
    await answer(...off, '--', ...flaky.argv)
    await expect(readdir(none)).rejects.toThrow('ENOENT')
  })
})

function exampleFile(path: string): string {
  return fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url))
}

test('a tool without a name is refused before anything runs', async () => {
  const refused = await bench.answer(['run', '--full', '--', ''])
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'INVALID_VALUE', phase: 'validation' },
  })
})

test('what a tool says about wrapping others is its own word', async () => {
  const { argv } = await bench.flaky([{ exit: 0, data: { n: 1 }, meta: { wrapped: true } }])
  const declared = ['--dialect', 'spec-1.0']
  const envelope = await answer(...declared, '--', ...argv)
  expect(envelope.meta).toMatchObject({ wrapped: false, tool_meta: { wrapped: true } })
})

test('what text leaves out is shown by journal answer, whole or in part', async () => {
  const { stdout } = await bench.surety(['run', '--text', '--', 'seq', '1', '9000'])
  const [, call = ''] = /left out: surety journal answer --text (\S+) --lines/.exec(stdout) ?? []
  const rest = await bench.surety(['journal', 'answer', '--text', call])
  expect(rest).toMatchObject({ code: 0, stderr: '' })
  expect(rest.stdout).toMatch(/^1\n2\n/)
  const some = await bench.surety(['journal', 'answer', '--text', call, '--lines', '4000-4001'])
  expect(some.stdout).toBe('4000\n4001\n')
  const nobody = '784ca4eb-0a25-4a55-94d2-df99aa86a14a'
  const gone = await bench.answer(['journal', 'answer', '--text', nobody])
  expect(gone.error.code).toBe('ANSWER_NOT_KEPT')
})
