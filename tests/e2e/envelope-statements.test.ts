import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createSessionMemory, runTool } from '@surety/client'
import { respond, startStopwatch } from 'surety/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { setUpCalls } from './client/scripted-calls.ts'
import { runProgram, type Loose } from './processes/run-program.ts'
import { surety } from './processes/run-surety.ts'

// The statements of the spec's founding document in its order, in our words, on real processes.

/** Every kind of answer, by the command that gives it, with its exit. */
const ANSWERS = [
  ['ok', 0],
  ['nothing', 0],
  ['empty', 0],
  ['warns', 0],
  ['list', 0],
  ['pick prodution', 3],
  ['missing', 5],
  ['expired', 8],
  ['limited', 11],
  ['crash', 1],
  ['create --name alice', 13],
] as const

const answers = new Map<string, { readonly envelope: Loose; readonly code: number | null }>()
let folder = ''
const answer = async (line: string, env: Readonly<Record<string, string>> = {}) => {
  const { documents, code } = await runProgram('envelope-statements.mjs', line.split(' '), { env })
  expect(documents).toHaveLength(1)
  return { envelope: documents[0]!, code }
}
const given = (line: string) => answers.get(line)!
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-founding-'))
  for (const [line] of ANSWERS) answers.set(line, await answer(line))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const { flaky } = setUpCalls()
const failure = (exit: number, error: object, more: object = {}) => ({ exit, error, ...more })
const fine = { exit: 0, data: { fine: true } }

describe('The envelope', () => {
  test.each(ANSWERS)('has its five members and no other: %s', (line) => {
    expect(Object.keys(given(line).envelope)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
  })

  test.each(ANSWERS)('is ok exactly with exit 0: %s', (line, exit) => {
    expect(given(line)).toMatchObject({ code: exit, envelope: { ok: exit === 0 } })
  })

  test.each(ANSWERS)(
    'has null data after a failure and a null error after a success: %s',
    (line) => {
      const { ok, data, error } = given(line).envelope
      expect(ok ? error : data).toBeNull()
      expect(ok ? data : error).not.toBeNull()
    },
  )

  test('has warnings as a list that can be empty', () => {
    expect(given('ok').envelope['warnings']).toEqual([])
    expect(given('warns').envelope['warnings']).toEqual(['The disk is nearly full.'])
  })

  test.each(ANSWERS)(
    'is accepted by the validator together with its exit: %s',
    async (line, exit) => {
      const file = join(folder, 'answer.json')
      await writeFile(file, JSON.stringify(given(line).envelope))
      const flags = ['--dialect', 'spec-1.0', '--stdout', file, '--exit-code', String(exit)]
      expect((await surety(['decode', '--check', ...flags])).code).toBe(0)
    },
  )
})

describe('The error', () => {
  test('has a stable code and a message for people', () => {
    expect(given('missing').envelope['error']).toMatchObject({
      code: 'NO_SUCH_DEPLOY',
      message: 'There is no deploy 42.',
    })
  })

  test('has the text of the cause in detail', () => {
    expect(given('crash').envelope['error'].detail).toBe('upstream said no')
  })

  test.each([
    ['pick prodution', 'pick'],
    ['missing', 'missing'],
    ['expired', 'expired'],
    ['limited', 'limited'],
    ['crash', 'crash'],
  ])('says the same about retrying as the manifest: %s', async (line, name) => {
    const { envelope } = await answer('manifest')
    const { exit_codes: common, commands } = envelope['data']
    const exits = { ...common, ...commands[name].exit_codes }
    const entry = exits[String(given(line).code)]
    expect(given(line).envelope['error'].retryable).toBe(entry.retryable)
  })

  test('counts a wait in seconds, beside retryable: true', () => {
    expect(given('limited').envelope['error']).toMatchObject({ retryable: true, retry_after: 30 })
    expect(given('missing').envelope['error']).not.toHaveProperty('retry_after')
  })

  test('in phase validation means that nothing has run', async () => {
    const trace = join(folder, 'trace')
    const { envelope } = await answer('pick prodution', { TRACE: trace })
    expect(envelope['error'].phase).toBe('validation')
    await expect(readFile(trace, 'utf8')).rejects.toThrow()
  })

  test('suggests the next step', () => {
    expect(given('missing').envelope['error'].suggestion).toBe('List the deploys.')
    expect(given('pick prodution').envelope['error'].suggestion).toContain('prod')
  })

  test.each(ANSWERS)('has a redirect with exit 13 and with no other: %s', (line, exit) => {
    expect('redirect' in (given(line).envelope['error'] ?? {})).toBe(exit === 13)
  })

  test('says with its code why credentials failed', () => {
    expect(given('expired')).toMatchObject({
      code: 8,
      envelope: { error: { code: 'TOKEN_EXPIRED' } },
    })
  })
})

describe('The redirect', () => {
  test('names the whole replacement, whether it is permanent, and why', () => {
    expect(given('create --name alice').envelope['error'].redirect).toEqual({
      command: 'founding add --name alice',
      permanent: true,
      reason: 'renamed',
    })
  })
})

describe('The meta object', () => {
  test.each(ANSWERS)('has a whole number of milliseconds: %s', (line) => {
    expect(Number.isInteger(given(line).envelope['meta'].duration_ms)).toBe(true)
  })

  test('marks an answer that the caller has already, without data', async () => {
    const { envelope, code } = await answer('cached --etag v1')
    expect({ code, ...envelope }).toMatchObject({
      code: 0,
      ok: true,
      data: null,
      error: null,
      meta: { not_modified: true },
    })
  })

  test('marks a page, and its cursor leads to the next one', async () => {
    const { meta, data } = given('list').envelope as { meta: Loose; data: Loose[] }
    expect(meta).toMatchObject({ truncated: true })
    const next = await answer(`list --cursor ${meta['cursor']}`)
    expect(next.envelope['data'][0]).toEqual({ index: data.length })
  })
})

describe('An agent that decides the outcome', () => {
  const lie = (ok: boolean, exit: number, more: object) => ({
    exit,
    raw: JSON.stringify({
      ok,
      data: null,
      error: null,
      warnings: [],
      meta: { duration_ms: 1 },
      ...more,
    }),
  })

  test('believes a non-zero exit and not ok: true', async () => {
    const error = { code: 'X', message: 'm' }
    const { argv, options } = await flaky([lie(true, 5, { error })])
    expect((await runTool(argv(), options)).outcome).toMatchObject({ ok: false, exit: 'NOT_FOUND' })
  })

  test('believes exit 0 and not ok: false, and says so', async () => {
    const { argv, options } = await flaky([lie(false, 0, { data: { a: 1 } })])
    const { outcome } = await runTool(argv(), options)
    expect(outcome).toMatchObject({ ok: true, data: { a: 1 } })
    expect(outcome.warnings[0]).toContain('the exit code 0 says success')
  })

  test('takes an answer without error for a general failure and does not repeat it', async () => {
    const raw = '{"ok":false,"data":null,"warnings":[],"meta":{"duration_ms":1}}'
    const { argv, options, calls } = await flaky([{ exit: 1, raw }], { safety: 'safe' })
    const { outcome, verdict } = await runTool(argv(), options)
    expect([outcome.exit, verdict.kind]).toEqual(['GENERAL_ERROR', 'escalate'])
    expect(await calls()).toHaveLength(1)
  })

  test('does not act on an answer with neither data nor error', async () => {
    const { argv, options } = await flaky([lie(true, 0, {})])
    expect((await runTool(argv(), options)).verdict).toMatchObject({
      kind: 'escalate',
      reason: 'NOTHING_TO_ACT_ON',
    })
  })

  test('does without warnings', async () => {
    const raw = '{"ok":true,"data":{"a":1},"error":null,"meta":{"duration_ms":1}}'
    const { argv, options } = await flaky([{ exit: 0, raw }])
    expect((await runTool(argv(), options)).verdict.kind).toBe('accept')
  })

  test('draws no conclusion from a part', async () => {
    const { argv, options } = await flaky([{ ...fine, meta: { truncated: true, cursor: 'c' } }])
    expect((await runTool(argv(), options)).verdict.reason).toBe('TRUNCATED')
  })

  test('uses its cached answer where nothing was modified', async () => {
    const { argv, options } = await flaky([
      { ...fine, meta: { etag: 'v1' } },
      { exit: 0, data: null, meta: { not_modified: true } },
    ])
    const cache = new Map<string, never>()
    await runTool(argv(), { ...options, cache })
    const { outcome, verdict } = await runTool(argv(), { ...options, cache })
    expect([outcome.data, verdict.kind]).toEqual([{ fine: true }, 'use_cache'])
  })
})

describe('An agent that retries', () => {
  const down = { code: 'DOWN', message: 'm', retryable: true }

  test('waits a second where no wait is given', async () => {
    const { argv, options, waits } = await flaky([failure(11, down), fine])
    expect((await runTool(argv(), options)).verdict.kind).toBe('accept')
    expect(waits).toEqual([1000])
  })

  test('repeats corrected input at once', async () => {
    const bad = { code: 'BAD', message: 'm', retryable: true, phase: 'validation' }
    const { argv, options, waits, calls } = await flaky([failure(3, bad), fine])
    const changeArguments = () => argv('prod')
    expect((await runTool(argv('prodution'), { ...options, changeArguments })).verdict.kind).toBe(
      'accept',
    )
    expect(waits).toEqual([])
    expect((await calls()).map((call) => call.argv)).toEqual([['prodution'], ['prod']])
  })

  test.each([
    [12, 2],
    [5, 1],
  ])('looks exit %s up where the answer says nothing', async (exit, count) => {
    const { argv, options, calls } = await flaky([failure(exit, { code: 'X', message: 'm' }), fine])
    await runTool(argv(), options)
    expect(await calls()).toHaveLength(count)
  })

  test('tries the same error three times at most', async () => {
    const { argv, options, calls } = await flaky([failure(12, down)])
    expect((await runTool(argv(), options)).verdict.reason).toBe('TRIES_SPENT')
    expect(await calls()).toHaveLength(3)
  })
})

describe('An agent with credentials', () => {
  const expired = failure(8, { code: 'TOKEN_EXPIRED', message: 'm', retryable: true })
  const refreshCredentials = () => ({ env: { FLAKY_TOKEN: 'new' } })

  test('refreshes an expired token and repeats the call', async () => {
    const { argv, options, calls } = await flaky([expired, fine])
    const { verdict } = await runTool(argv(), { ...options, refreshCredentials })
    expect(verdict.kind).toBe('accept')
    expect((await calls()).map(({ token }) => token)).toEqual([null, 'new'])
  })

  test('takes a second expiry for an invalid token', async () => {
    const { argv, options, calls } = await flaky([expired])
    const { verdict } = await runTool(argv(), { ...options, refreshCredentials })
    expect(verdict.reason).toBe('TOKEN_INVALID')
    expect(await calls()).toHaveLength(2)
  })

  test.each(['TOKEN_INVALID', 'TOKEN_MISSING'])('does not retry %s', async (code) => {
    const { argv, options, calls } = await flaky([
      failure(8, { code, message: 'm', retryable: true }),
    ])
    await runTool(argv(), { ...options, refreshCredentials })
    expect(await calls()).toHaveLength(1)
  })
})

describe('An agent that is redirected', () => {
  const moved = (permanent: boolean) =>
    failure(13, {
      code: 'M',
      message: 'm',
      retryable: true,
      redirect: { command: "flaky 'new name' --all", permanent },
    })

  test.each([true, false])('runs the replacement as it is (permanent: %s)', async (permanent) => {
    const memory = createSessionMemory()
    // Words that the call did not have may do more; the caller approves them.
    const approveRedirect = () => true
    const { argv, options, calls } = await flaky([moved(permanent), fine], {
      memory,
      approveRedirect,
    })
    await runTool(argv('old'), options)
    expect((await calls()).at(-1)?.argv).toEqual(['new name', '--all'])
    expect((await memory.list())[0]?.redirects.length).toBe(permanent ? 1 : 0)
    await runTool(argv('old'), options)
    expect((await calls()).at(-1)?.argv).toEqual(permanent ? ['new name', '--all'] : ['old'])
  })

  test('ignores a redirect at another exit', async () => {
    const { argv, options, calls } = await flaky([{ ...moved(true), exit: 5 }])
    await runTool(argv('old'), options)
    expect((await calls()).every((call) => call.argv[0] === 'old')).toBe(true)
  })
})

describe('An agent that is warned', () => {
  test('finishes, and hands the warnings on', async () => {
    const { argv, options } = await flaky([{ ...fine, warnings: ['slow disk'] }])
    const { outcome, verdict } = await runTool(argv(), options)
    expect([verdict.kind, outcome.warnings]).toEqual(['accept', ['slow disk']])
  })

  test.each(['ls is deprecated', 'ls will be removed in 3.0'])('plans for %j', async (warning) => {
    const { argv, options } = await flaky([{ ...fine, warnings: [warning] }])
    expect((await runTool(argv(), options)).verdict.soft_redirects).toEqual([warning])
  })
})

describe('The factory', () => {
  const duration = startStopwatch()

  test('derives ok and takes none', () => {
    expect(respond({ exit: 'SUCCESS', data: {}, duration }).ok).toBe(true)
    const forged = { exit: 'SUCCESS', data: {}, duration, ok: false } as never
    expect(() => respond(forged)).toThrow('ok follows from the exit')
  })

  test('demands an error with a failure, and a redirect with REDIRECTED', () => {
    expect(() => respond({ exit: 'NOT_FOUND', duration } as never)).toThrow('needs an error')
    const error = { code: 'M', message: 'm' }
    expect(() => respond({ exit: 'REDIRECTED', error, duration } as never)).toThrow(
      'needs error.redirect',
    )
  })

  test.each([
    ['code', { code: '', message: 'm' }],
    ['message', { code: 'X', message: '' }],
  ])('refuses an empty %s', (_what, error) => {
    expect(() => respond({ exit: 'NOT_FOUND', error, duration })).toThrow('must not be empty')
  })

  test('measures the duration with its stopwatch', () => {
    const stopped = { elapsed: () => 340 }
    expect(respond({ exit: 'SUCCESS', data: {}, duration: stopped }).meta.duration_ms).toBe(340)
  })
})
