import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import {
  createClient,
  createJournal,
  readJournal,
  runTool,
  type JournalEntry,
} from '@surety/client'
import { describe, expect, test } from 'vitest'

import { bin, setUpCalls, tool } from './scripted-calls.ts'

const node = process.execPath
const { fast, folder, go, flaky, marked } = setUpCalls()

describe('tools that go wrong in one way', () => {
  test('one that hangs is stopped and not run again', async () => {
    const { outcome, verdict, attempts } = await go(tool('hang'), { timeoutMs: 500 })
    expect(outcome).toMatchObject({ ok: false, exit: 'TIMEOUT', error: { code: 'TIMEOUT' } })
    expect(verdict).toMatchObject({ kind: 'escalate', reason: 'IN_DOUBT' })
    expect(attempts).toHaveLength(1)
  })

  test('one that ignores SIGTERM is killed, and tried again when it is declared safe', async () => {
    const { verdict, attempts } = await go(tool('ignore-sigterm'), {
      timeoutMs: 500,
      safety: 'safe',
      policy: { maxTries: 2 },
    })
    expect(verdict.reason).toBe('TRIES_SPENT')
    expect(attempts).toHaveLength(2)
  })

  test('one that leaves a child behind takes it along', async () => {
    const { outcome } = await go(tool('fork-outlive'))
    expect(outcome.ok).toBe(true)
    await expect.poll(marked).toEqual([])
  })

  test('one whose child writes after the exit answers all the same', async () => {
    const { outcome, anomalies } = await go(tool('fork-holds-stdout'), {
      dialect: 'spec-1.0',
      drainMs: 300,
    })
    expect(outcome).toMatchObject({ ok: true, data: { n: 1 } })
    expect(anomalies).toContainEqual(expect.objectContaining({ code: 'LEFT_BEHIND' }))
  })

  test.each(['noise', 'ansi', 'nul'])('%s around the answer does not hide it', async (name) => {
    const { outcome, verdict } = await go(tool(name), { dialect: 'spec-1.0' })
    expect(outcome).toMatchObject({ ok: true, data: { n: 1 } })
    expect(verdict.kind).toBe('accept')
  })

  test.each(['cut-json', 'invalid-utf8', 'both-null'])('%s is never acted on', async (name) => {
    const { verdict } = await go(tool(name), { dialect: 'spec-1.0', safety: 'safe' })
    expect(verdict.kind).toBe('escalate')
  })

  test('one that crashes is a failure, whatever it had printed', async () => {
    const { outcome, verdict } = await go(tool('crash'), { dialect: 'spec-1.0' })
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'CRASHED' },
      process: { exit_code: 137 },
    })
    expect(verdict).toMatchObject({ kind: 'escalate', reason: 'ENVIRONMENT' })
  })

  test('a quarter of a gigabyte of output leaves the answer at its end readable, in little memory', async () => {
    const before = process.memoryUsage().rss
    const { outcome, anomalies } = await go(tool('flood', String(2 ** 28)), {
      dialect: 'spec-1.0',
      maxBytes: 1024 * 1024,
    })
    expect(outcome).toMatchObject({ ok: true, data: { n: 1 } })
    expect(anomalies).toContainEqual(expect.objectContaining({ code: 'OUTPUT_CAPPED' }))
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  test('both streams flooded at once do not block', async () => {
    const { outcome } = await go(tool('flood', String(16 * 2 ** 20), 'stderr'), {
      dialect: 'spec-1.0',
      maxBytes: 4096,
    })
    expect(outcome.ok).toBe(true)
  })

  test('output that was cut is no answer when only its inside is left', async () => {
    const inner =
      '{"ok":true,"data":{"stolen":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}'
    const script = `console.log('{"data":"' + 'x'.repeat(5000) + '","inner":' + ${JSON.stringify(inner)} + '}')`
    const { verdict, outcome } = await go([node, '-e', script], {
      dialect: 'spec-1.0',
      maxBytes: 200,
    })
    expect(outcome.data).not.toMatchObject({ stolen: 1 })
    expect(verdict.kind).toBe('escalate')
  })

  test('ok with a failing exit is a failure; not ok with exit 0 a success', async () => {
    const wrong = await go(tool('wrong-exit'), { dialect: 'spec-1.0' })
    expect(wrong.outcome).toMatchObject({ ok: false, error: { category: 'NOT_FOUND' } })
    expect(wrong.verdict.kind).toBe('escalate')
    const lying = await go(tool('lying-ok'), { dialect: 'spec-1.0' })
    expect(lying.outcome).toMatchObject({ ok: true, data: { n: 1 } })
    expect(lying.verdict.kind).toBe('accept')
    expect(lying.anomalies).toContainEqual(expect.objectContaining({ code: 'ANSWER_PROBLEM' }))
  })

  test('one that waits for input finds none', async () => {
    const { outcome } = await go(tool('reads-stdin'), { dialect: 'spec-1.0' })
    expect(outcome).toMatchObject({ ok: true, data: { bytes: 0 } })
  })

  test('a program that does not exist, cannot run or has no folder is an outcome', async () => {
    const missing = await go(['no-such-program-here'])
    expect(missing).toMatchObject({
      outcome: { exit: 'NOT_FOUND' },
      verdict: { reason: 'PROGRAM_MISSING' },
    })
    const forbidden = await go([join(bin, 'client/hang.mjs')])
    expect(forbidden).toMatchObject({
      outcome: { ok: false },
      verdict: { reason: 'PROGRAM_MISSING' },
    })
    const nowhere = await go([node, '--version'], { cwd: '/no/such/folder' })
    expect(nowhere.outcome.error?.code).toBe('FOLDER_NOT_FOUND')
  })

  test('the abort signal ends the process and the waiting', async () => {
    const hanging = await go(tool('hang'), { signal: AbortSignal.timeout(400), safety: 'safe' })
    expect(hanging.verdict).toMatchObject({ kind: 'escalate', reason: 'ABORTED' })
    const { argv, options } = await flaky([
      { exit: 12, error: { code: 'DOWN', message: 'd', retryable: true } },
    ])
    const { sleep: _fake, ...real } = options
    const leaving = new AbortController()
    const waiting = await createClient(real).run(argv(), {
      signal: leaving.signal,
      // It waits already when the abort comes.
      onEvent: ({ kind }) => kind === 'waiting' && setImmediate(() => leaving.abort()),
    })
    expect(waiting).toMatchObject({
      verdict: { reason: 'ABORTED' },
      outcome: { exit: 'UNAVAILABLE' },
    })
  })

  test('misuse throws', async () => {
    await expect(go([])).rejects.toThrow('starts with the program')
    await expect(go(['tool', 'a\0b'])).rejects.toThrow('NUL')
    await expect(go(['tool'], { dialect: 'klingon' })).rejects.toThrow('klingon')
    await expect(go(['tool'], { policy: { maxTries: 4 } })).rejects.toThrow('maxTries')
    await expect(go(['tool'], { timeoutMs: 0.5 })).rejects.toThrow('timeoutMs')
  })
})

describe('a flaky tool', () => {
  const down = { exit: 12, error: { code: 'DOWN', message: 'It is away.', retryable: true } }
  const good = { exit: 0, data: { id: 7 } }

  test('is tried again after the waits of the contract', async () => {
    const limited = {
      exit: 11,
      error: { code: 'SLOW', message: 's', retryable: true, retry_after: 30 },
    }
    const { argv, options, waits, calls } = await flaky([down, down, limited, good])
    const result = await runTool(argv('deploy'), options)
    expect(result.outcome).toMatchObject({ ok: true, data: { id: 7 } })
    expect(waits).toEqual([1000, 2000, 30_000])
    expect(result.attempts.map(({ verdict }) => verdict.reason)).toEqual([
      'UNAVAILABLE',
      'UNAVAILABLE',
      'RATE_LIMITED',
      'DONE',
    ])
    expect(result.timing.waited_ms).toBe(33_000)
    expect(await calls()).toHaveLength(4)
  })

  test('is not tried a fourth time', async () => {
    const { argv, options, calls } = await flaky([down])
    expect((await runTool(argv(), options)).verdict.reason).toBe('TRIES_SPENT')
    expect(await calls()).toHaveLength(3)
  })

  test('that may have written something is not run again', async () => {
    const { argv, options, calls } = await flaky([
      { exit: 10, error: { code: 'TIMEOUT', message: 't', retryable: true } },
      good,
    ])
    expect((await runTool(argv(), options)).verdict.reason).toBe('IN_DOUBT')
    expect(await calls()).toHaveLength(1)
  })

  test('is run again with the same idempotency key', async () => {
    const { argv, options, calls } = await flaky([
      { exit: 10, error: { code: 'TIMEOUT', message: 't', retryable: true } },
      good,
    ])
    const result = await runTool(argv('pay', '--', 'x'), { ...options, idempotencyKey: true })
    expect(result.outcome.ok).toBe(true)
    const [one, two] = await calls()
    expect(one?.argv).toEqual([
      'pay',
      expect.stringMatching(/^--idempotency-key=.{36}$/),
      '--',
      'x',
    ])
    expect(two?.argv).toEqual(one?.argv)
  })

  test('gets fresh credentials once', async () => {
    const expired = {
      exit: 8,
      error: { code: 'TOKEN_EXPIRED', message: 'e', retryable: true, retry_after: 0 },
    }
    const refreshCredentials = () => ({ env: { FLAKY_TOKEN: 'fresh' } })
    const once = await flaky([expired, good], { refreshCredentials })
    expect((await runTool(once.argv(), once.options)).outcome.ok).toBe(true)
    expect((await once.calls()).map(({ token }) => token)).toEqual([null, 'fresh'])
    const twice = await go(tool('token-expired'), { dialect: 'spec-1.0', refreshCredentials })
    expect(twice).toMatchObject({
      verdict: { kind: 'escalate', reason: 'TOKEN_INVALID' },
      attempts: { length: 2 },
    })
    const failing = await go(tool('token-expired'), {
      dialect: 'spec-1.0',
      refreshCredentials: () => {
        throw new Error('no network')
      },
    })
    expect(failing.verdict.reason).toBe('TOKEN_INVALID')
    expect(failing.anomalies).toContainEqual(expect.objectContaining({ code: 'HOOK_FAILED' }))
  })

  test('gets changed arguments, never the same ones again', async () => {
    const refused = {
      exit: 3,
      error: { code: 'BAD_ENV', message: 'b', retryable: true, phase: 'validation' },
    }
    const { argv, options, calls } = await flaky([refused, good])
    const changeArguments = () => argv('--env', 'prod')
    expect(
      (await runTool(argv('--env', 'prodution'), { ...options, changeArguments })).outcome.ok,
    ).toBe(true)
    expect((await calls()).map(({ argv: words }) => words[1])).toEqual(['prodution', 'prod'])
    const stubborn = await flaky([refused])
    await runTool(stubborn.argv('x'), {
      ...stubborn.options,
      changeArguments: () => stubborn.argv('x'),
    })
    expect(await stubborn.calls()).toHaveLength(1)
  })

  test('gets nothing from a function that gives no list of words', async () => {
    const refused = { exit: 3, error: { code: 'A', message: 'm', retryable: true } }
    const { argv, options } = await flaky([refused])
    const changeArguments = () => 'rm -rf /' as unknown as readonly string[]
    const { verdict, anomalies } = await runTool(argv('x'), { ...options, changeArguments })
    expect(verdict.reason).toBe('FIX_NEEDED')
    expect(anomalies.map(({ code }) => code)).toContain('HOOK_FAILED')
  })

  test('gets its own fix command run, after approval', async () => {
    const refused = {
      exit: 4,
      error: {
        code: 'NO_INIT',
        message: 'n',
        retryable: false,
        fix_required: 'Init.',
        fix_command: 'flaky init',
      },
    }
    const { argv, options, calls } = await flaky([refused, good, good], { dialect: 'spec-1.6' })
    const asked: (readonly string[])[] = []
    const approveFix = ({ command }: { command: readonly string[] }) => asked.push(command) > 0
    const result = await runTool(argv('deploy'), { ...options, approveFix })
    expect(result.outcome.ok).toBe(true)
    expect((await calls()).map(({ argv: words }) => words)).toEqual([
      ['deploy'],
      ['init'],
      ['deploy'],
    ])
    expect(asked).toEqual([argv('init')])
    expect(result.attempts.map(({ role }) => role)).toEqual(['call', 'fix', 'call'])
  })
})

describe('redirects', () => {
  const moved = (command: string, permanent: boolean) => ({
    exit: 13,
    error: { code: 'MOVED', message: 'm', retryable: true, redirect: { command, permanent } },
  })
  const good = { exit: 0, data: {} }

  test('permanent ones are remembered across processes and applied before anything runs', async () => {
    const memory = join(folder(), 'remembered')
    const { argv, options, calls } = await flaky(
      [moved('flaky people add --name alice', true), good, good],
      { memory },
    )
    expect((await runTool(argv('user', 'create', '--name', 'alice'), options)).outcome.ok).toBe(
      true,
    )
    const later = await runTool(argv('user', 'create', '--name', 'bob'), options)
    expect(later.attempts).toHaveLength(1)
    expect(later.applied_redirects).toHaveLength(1)
    expect((await calls()).map(({ argv: words }) => words.join(' '))).toEqual([
      'user create --name alice',
      'people add --name alice',
      'people add --name bob',
    ])
    expect(await createClient(options).plan(argv('user', 'create', '-x'))).toMatchObject({
      argv: argv('people', 'add', '-x'),
    })
  })

  test('others hold for one call', async () => {
    const memory = join(folder(), 'temporary')
    const { argv, options, calls } = await flaky([moved('flaky b', false), good, good], { memory })
    await runTool(argv('a'), options)
    await runTool(argv('a'), options)
    expect((await calls()).map(({ argv: words }) => words.join(' '))).toEqual(['a', 'b', 'a'])
  })

  test('that go round are stopped', async () => {
    const result = await go(tool('redirect-loop', 'a'), { dialect: 'spec-1.0' })
    expect(result).toMatchObject({ verdict: { reason: 'REDIRECT_LOOP' }, attempts: { length: 2 } })
  })

  test('to another program run nothing, unless the caller approves', async () => {
    const file = join(folder(), 'touched')
    const argv = tool('redirect-elsewhere', `touch ${file}`)
    expect((await go(argv, { dialect: 'spec-1.0' })).verdict.reason).toBe('REDIRECT_ELSEWHERE')
    const refused = await go(argv, { dialect: 'spec-1.0', approveRedirect: () => false })
    expect(refused.verdict.reason).toBe('REDIRECT_ELSEWHERE')
    expect(existsSync(file)).toBe(false)
    await go(argv, {
      dialect: 'spec-1.0',
      approveRedirect: ({ command }) => command[0] === 'touch',
    })
    expect(existsSync(file)).toBe(true)
  })

  test.each([
    'redirect-elsewhere x; touch FILE',
    'redirect-elsewhere $(touch FILE)',
    'sh -c "touch FILE"',
    '../redirect-elsewhere `touch FILE`',
  ])('that smuggle something in run nothing: %s', async (command) => {
    const file = join(folder(), `smuggled-${basename(command).length}`)
    const { verdict } = await go(tool('redirect-elsewhere', command.replace('FILE', file)), {
      dialect: 'spec-1.0',
    })
    expect(verdict.kind).toBe('escalate')
    expect(existsSync(file)).toBe(false)
  })
})

describe('children', () => {
  test('have no terminal, no colour, no pager, no editor, and the trace', async () => {
    const inheritedEnv = { ...process.env, TOOL_TRACE_ID: 'abc123', FORCE_COLOR: '3' }
    const { outcome, trace_id: trace } = await go(tool('environment', '$(x)', ';'), {
      inheritedEnv,
      dialect: 'spec-1.0',
    })
    const data = outcome.data as { tty: boolean[]; env: Record<string, string>; argv: string[] }
    expect(data.tty).toEqual([false, false, false])
    expect(data.env).toMatchObject({
      NO_COLOR: '1',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      EDITOR: 'false',
      TOOL_TRACE_ID: 'abc123',
    })
    expect(data.env['TRACEPARENT']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(data.env['FORCE_COLOR']).toBeUndefined()
    expect(data.argv).toEqual(['$(x)', ';'])
    expect(trace).toBe('abc123')
  })

  test('run no more at once than the limit says', async () => {
    const client = createClient({ ...fast, concurrency: 2 })
    const file = join(folder(), 'width')
    const areTwo = `[ $(grep -c + ${file}) -ge 2 ]`
    const script = `echo + >> ${file}; until ${areTwo}; do sleep 0.02; done; sleep 0.05; echo - >> ${file}`
    await Promise.all(Array.from({ length: 5 }, () => client.run(['sh', '-c', script])))
    let [now, most] = [0, 0]
    for (const sign of readFileSync(file, 'utf8').trim().split('\n')) {
      now += sign === '+' ? 1 : -1
      most = Math.max(most, now)
    }
    expect(most).toBe(2)
  })
})

test('the journal has a line for every attempt, and no secret', async () => {
  const home = join(folder(), 'journal')
  const { argv, options } = await flaky([
    { exit: 12, error: { code: 'DOWN', message: 'd', retryable: true } },
    { exit: 0, data: {} },
  ])
  await runTool(argv('deploy', '--token', 'top-secret-value'), {
    ...options,
    journal: createJournal(home),
  })
  const entries: JournalEntry[] = []
  for await (const entry of readJournal(home)) entries.push(entry)
  expect(entries).toMatchObject([
    {
      attempt: 1,
      outcome: 'failure',
      code: 'DOWN',
      category: 'UNAVAILABLE',
      verdict: 'retry_after',
      waited_ms: 0,
      command: 'deploy',
      dialect: 'spec-1.0',
    },
    { attempt: 2, outcome: 'success', code: null, verdict: 'accept', waited_ms: 1000 },
  ])
  expect(new Set(entries.map(({ call }) => call)).size).toBe(1)
  expect(readFileSync(join(home, 'journal.ndjson'), 'utf8')).not.toContain('top-secret')
})
