import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, readJournal, type ClientOptions, type JournalEntry } from '@surety/client'
import { afterAll, describe, expect, test } from 'vitest'

import { setUpCalls } from './scripted-calls.ts'

const { flaky } = setUpCalls()
const home = mkdtempSync(join(tmpdir(), 'surety-continue-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const work = (done: number, more: object = {}) => ({
  exit: 14,
  data: {
    state: 'paused',
    job_id: 'j1',
    progress: { done, total: 9, unit: 'files' },
    continue_command: 'flaky load a.tar --idempotency-key k7',
    cancel_command: 'flaky job cancel j1',
    ...more,
  },
  error: { code: 'INCOMPLETE', message: 'Saved.', retryable: false },
  meta: { exit_code: 14 },
})
const done = { exit: 0, data: { loaded: 9 }, meta: { exit_code: 0 } }
const failure = (exit: number, code: string) => ({
  exit,
  error: { code, message: 'It failed.', retryable: false },
  meta: { exit_code: exit },
})

/** Runs a scripted tool of contract 1.16 and gives the result and the arguments of each call. */
async function play(script: readonly object[], more: ClientOptions = {}) {
  const { argv, options, calls } = await flaky(script, { dialect: 'spec-1.16', ...more })
  const result = await createClient(options).run(argv('load', 'a.tar'))
  return { result, calls: (await calls()).map((call) => call.argv.join(' ')) }
}

describe('incomplete work', () => {
  test('is continued until it is done, and the journal has every call', async () => {
    const journal = join(home, 'journal')
    const { result, calls } = await play([work(3), work(6), done], { journal })
    expect(calls).toEqual([
      'load a.tar',
      'load a.tar --idempotency-key k7',
      'load a.tar --idempotency-key k7',
    ])
    expect(result).toMatchObject({
      outcome: { ok: true, data: { loaded: 9 } },
      verdict: { kind: 'accept' },
      continuation: { count: 2, state: 'finished', work: { progress: { done: 6 } } },
    })
    const entries: JournalEntry[] = []
    for await (const entry of readJournal(journal)) entries.push(entry)
    expect(entries.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['continue_work', 'INCOMPLETE'],
      ['continue_work', 'INCOMPLETE'],
      ['accept', 'DONE'],
    ])
  })

  test('that does not advance in three continuations is cancelled, once', async () => {
    const { result, calls } = await play([work(3), work(3), work(2), work(3), done])
    expect(calls.map((call) => call.split(' --')[0])).toEqual([
      ...Array.from({ length: 4 }, () => 'load a.tar'),
      'job cancel j1',
    ])
    expect(result).toMatchObject({
      outcome: { exit: 'INCOMPLETE', data: { progress: { done: 3 } } },
      verdict: { kind: 'escalate', reason: 'NO_PROGRESS' },
      continuation: { count: 3, state: 'cancelled' },
    })
    expect(result.attempts.at(-1)?.role).toBe('cancel')
    expect(String(Buffer.from(result.stdout))).toContain('INCOMPLETE')
  })

  test('of a call that only reads is never cancelled', async () => {
    const { result, calls } = await play([work(3)], { safety: 'safe' })
    expect(calls).toHaveLength(4)
    expect(result.verdict.reason).toBe('NO_PROGRESS')
    expect(result.continuation?.state).toBe('kept')
  })

  test.each([
    ['another program', 'rm -rf /tmp/nothing', 'CONTINUE_ELSEWHERE'],
    ['a shell', 'flaky load a.tar; rm -rf /tmp/nothing', 'CONTINUE_UNREADABLE'],
    ['another command of the tool', 'flaky purge --all', 'CONTINUE_UNSAFE'],
    ['the job of somebody else', 'flaky job wait j2', 'CONTINUE_UNSAFE'],
    ['the call with more words', 'flaky load a.tar --force', 'CONTINUE_UNSAFE'],
  ])('that names %s to continue is kept and left to the caller', async (_who, command, reason) => {
    const { result, calls } = await play([work(3, { continue_command: command })])
    expect(calls).toEqual(['load a.tar'])
    expect(result.verdict).toMatchObject({ kind: 'escalate', reason })
    expect(result.continuation).toMatchObject({ count: 0, state: 'kept' })
  })

  test('is not continued on a guess, beyond a limit or without time', async () => {
    const guessed = await play([work(3), done], { dialect: 'auto' })
    expect(guessed.calls).toHaveLength(1)
    expect(guessed.result.verdict.reason).toBe('DIALECT_UNDECLARED')
    const older = await play([work(3), done], { dialect: 'spec-1.6' })
    expect(older.calls).toHaveLength(1)
    const limited = await play([work(3), work(4), work(5)], { policy: { maxContinuations: 1 } })
    expect(limited.calls).toHaveLength(2)
    expect(limited.result.verdict.reason).toBe('CONTINUE_LIMIT')
    const late = await play([work(3), done], {
      inheritedEnv: { ...process.env, AGENT_CALL_BUDGET_MS: '500' },
    })
    expect(late.calls).toHaveLength(1)
    expect(late.result.verdict).toMatchObject({ reason: 'DEADLINE' })
    expect(late.result.continuation?.state).toBe('kept')
  })

  test('whose continuation fails is reported with the last checkpoint', async () => {
    const { result, calls } = await play([work(3), failure(1, 'DISK_FULL')])
    expect(calls).toHaveLength(2)
    expect(result).toMatchObject({
      outcome: { ok: false, error: { code: 'DISK_FULL' } },
      verdict: { kind: 'escalate' },
      continuation: { count: 1, state: 'unknown', work: { progress: { done: 3 } } },
    })
  })

  test('that ends in a failure to retry repeats the call itself, not the wait for its job', async () => {
    const running = work(3, { state: 'running', continue_command: 'flaky job wait j1' })
    const busy = { ...failure(12, 'BUSY'), error: { code: 'BUSY', message: 'b', retryable: true } }
    const { result, calls } = await play([running, busy, done])
    expect(calls).toEqual(['load a.tar', 'job wait j1', 'load a.tar'])
    expect(result.verdict.kind).toBe('accept')
  })
})
