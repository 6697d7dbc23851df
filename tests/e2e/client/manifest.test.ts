import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type ClientOptions } from '@surety/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readScriptedCalls, writeScriptedTool } from './scripted-tool.ts'

let folder = ''
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-client-manifest-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const exits = (more: object = {}) => ({
  0: { name: 'SUCCESS', description: 'Done', retryable: false, side_effects: 'complete' },
  1: { name: 'GENERAL_ERROR', description: 'x', retryable: false, side_effects: 'partial' },
  ...more,
})
const command = (danger: string, more: object = {}, flags: object = {}) => ({
  description: 'x',
  danger_level: danger,
  flags,
  exit_codes: exits(more),
})
const manifest = {
  schema_version: '1.0',
  framework_version: '1.0.0',
  etag: 'sha256:1',
  commands: {
    list: command('safe'),
    add: command('mutating', {
      2: { name: 'ARG_ERROR', description: 'x', retryable: false, side_effects: 'none' },
      80: { name: 'QUEUE_FULL', description: 'x', retryable: true, side_effects: 'none' },
      81: { name: 'HALF_DONE', description: 'x', retryable: false, side_effects: 'partial' },
    }),
    drop: command('destructive'),
  },
}
const learnt = { exit: 0, data: manifest }
const fine = { exit: 0, data: { n: 1 } }

/** A tool that plays a script; the first step answers the call for its manifest. */
async function known(script: readonly object[], more: ClientOptions = {}) {
  count += 1
  const home = await mkdtemp(join(folder, `tool-${count}-`))
  const program = await writeScriptedTool(home, script)
  const waits: number[] = []
  const client = createClient({
    memory: join(home, 'memory'),
    tool: { program, name: 'flaky' },
    sleep: async (ms) => void waits.push(ms),
    ...more,
  })
  const run = (words: readonly string[], options = {}) =>
    client.run([...program, ...words], options)
  const calls = async () => (await readScriptedCalls(home)).length
  return { client, program, run, waits, calls }
}

describe('a manifest that was read once', () => {
  test('is remembered and revalidated by its tag', async () => {
    const { client, program } = await known([
      learnt,
      { exit: 0, data: null, meta: { not_modified: true } },
    ])
    const first = await client.learn(program)
    expect(first.verdict.kind).toBe('accept')
    expect((await client.memory.list())[0]?.manifest_etag).toBe('sha256:1')
    const second = await client.learn(program)
    expect(second.verdict.kind).toBe('use_cache')
    expect(second.attempts[0]?.argv.at(-1)).toBe('--etag=sha256:1')
    expect(second.outcome.data).toEqual(manifest)
  })

  test('lets a reading command be tried again after any failure that may pass', async () => {
    const failure = { exit: 1, error: { code: 'BROKEN_PIPE', message: 'm', retryable: true } }
    const { client, program, run } = await known([learnt, failure, fine])
    await client.learn(program)
    const { verdict, attempts } = await run(['list', '--all'])
    expect(verdict.kind).toBe('accept')
    expect(attempts).toHaveLength(2)
  })

  test('keeps a writing command from it', async () => {
    const failure = { exit: 1, error: { code: 'BROKEN_PIPE', message: 'm', retryable: true } }
    const { client, program, run, calls } = await known([learnt, failure, fine])
    await client.learn(program)
    expect((await run(['add', 'x'])).verdict.reason).toBe('IN_DOUBT')
    expect(await calls()).toBe(2)
  })

  test('says what an exit number of the tool’s own means', async () => {
    const full = { exit: 80, error: { code: 'QUEUE_FULL', message: 'm' } }
    const half = { exit: 81, error: { code: 'HALF_DONE', message: 'm' } }
    const { client, program, run, waits } = await known([learnt, full, fine, half])
    await client.learn(program)
    const retried = await run(['add', 'x'])
    expect(retried.verdict.kind).toBe('accept')
    expect(retried.attempts[0]?.outcome.exit).toBe('QUEUE_FULL')
    expect(waits).toEqual([1000])
    const stopped = await run(['add', 'x'])
    expect(stopped.outcome.exit).toBe('HALF_DONE')
    expect(stopped.verdict.reason).toBe('IN_DOUBT')
  })

  test('where several exits share a number, the entry tells which there are and no more', async () => {
    const shared = {
      ...manifest,
      commands: {
        add: command('mutating', {
          1: {
            name: 'NOT_FOUND | RATE_LIMITED | GENERAL_ERROR',
            description: 'x',
            retryable: false,
            side_effects: 'partial',
          },
        }),
      },
    }
    const wait = { exit: 11, error: { code: 'SLOW', message: 'm', retryable: true } }
    const { client, program, run } = await known([{ exit: 0, data: shared }, wait, fine])
    await client.learn(program)
    expect((await run(['add', 'x'])).verdict.kind).toBe('accept')
  })

  test('makes an exit that is not listed a breach', async () => {
    const away = { exit: 12, error: { code: 'AWAY', message: 'm', retryable: true } }
    const { client, program, run } = await known([learnt, away, fine])
    await client.learn(program)
    const { verdict, anomalies } = await run(['add', 'x'])
    expect(verdict.reason).toBe('IN_DOUBT')
    expect(anomalies).toContainEqual(
      expect.objectContaining({ code: 'UNKNOWN_EXIT', message: expect.stringContaining('12') }),
    )
  })

  test('disputes a caller who calls a destructive command safe', async () => {
    const failure = { exit: 1, error: { code: 'E', message: 'm', retryable: true } }
    const { client, program, run } = await known([learnt, failure, fine])
    await client.learn(program)
    const { verdict, anomalies } = await run(['drop', 'db'], { safety: 'safe' })
    expect(verdict.reason).toBe('IN_DOUBT')
    expect(anomalies.map(({ code }) => code)).toContain('SAFETY_DISPUTED')
  })

  test('keeps a correction from running that cannot be undone', async () => {
    const broken = (fix: string) => ({
      exit: 4,
      error: { code: 'E', message: 'm', retryable: false, fix_required: 'f', fix_command: fix },
    })
    const { client, program, run, calls } = await known([learnt, broken('flaky drop db'), fine])
    await client.learn(program)
    let asked = 0
    const approveFix = () => {
      asked += 1
      return true
    }
    const { verdict } = await run(['list'], { approveFix })
    expect(verdict).toMatchObject({ reason: 'FIX_NEEDED' })
    expect(verdict.message).toContain('destructive')
    expect([asked, await calls()]).toEqual([0, 2])
  })

  test('an idempotency key that a command does not list makes nothing harmless', async () => {
    const failure = { exit: 1, error: { code: 'E', message: 'm', retryable: true } }
    const { client, program, run } = await known([learnt, failure, fine])
    await client.learn(program)
    expect((await run(['add', 'x'], { idempotencyKey: 'k' })).verdict.reason).toBe('IN_DOUBT')
  })

  test('tells the generations apart, and what they say is learnt', async () => {
    const refused = { exit: 2, error: { code: 'E', message: 'm' } }
    const { client, program, run } = await known([learnt, refused])
    await client.learn(program)
    const { outcome, verdict } = await run(['add', 'x'])
    expect(outcome.exit).toBe('ARG_ERROR')
    expect(verdict.reason).toBe('FIX_NEEDED')
    expect((await client.memory.list())[0]?.dialect).toBe('spec-1.6')
  })
})

describe('without a manifest', () => {
  test('an answer that says in which phase it failed tells its generation', async () => {
    const refused = { exit: 3, error: { code: 'E', message: 'm', phase: 'validation' } }
    const { client, run } = await known([refused])
    const { outcome, verdict } = await run(['add', 'x'])
    expect(outcome.exit).toBe('ARG_ERROR')
    expect(verdict).toMatchObject({ reason: 'DIALECT_UNDECLARED' })
    expect(verdict).toHaveProperty('message', expect.stringContaining('surety memory learn'))
    expect(await client.memory.list()).toEqual([])
  })

  test('a generation that was given gives way to an answer that rules it out', async () => {
    const old = { exit: 3, error: { code: 'E', message: 'm', phase: 'validation' } }
    const newer = { exit: 2, error: { code: 'E', message: 'm', phase: 'validation' } }
    const { client, run } = await known([old, newer])
    await run(['add', 'x'], { dialect: 'spec-1.0' })
    const { outcome, verdict, anomalies } = await run(['add', 'x'])
    expect(outcome.exit).toBe('ARG_ERROR')
    expect(verdict.reason).toBe('DIALECT_UNDECLARED')
    expect(anomalies.map(({ code }) => code)).toContain('DIALECT_CHANGED')
    expect((await client.memory.list())[0]?.dialect).toBe('spec-1.0')
  })

  test('a dialect that the command line asks for counts for that call', async () => {
    const old = { exit: 3, error: { code: 'E', message: 'm', phase: 'validation' } }
    const { client, run } = await known([old, { exit: 2, error: { code: 'E', message: 'm' } }])
    await run(['add', 'x'], { dialect: 'spec-1.0' })
    const { outcome } = await run(['add', 'x', '--envelope', 'spec-1.6'])
    expect(outcome.exit).toBe('ARG_ERROR')
    expect((await client.memory.list())[0]?.dialect).toBe('spec-1.0')
  })

  test('an answer that stays open is shown as the worse of both and not run again', async () => {
    const open = { exit: 2, error: { code: 'E', message: 'm' } }
    const { run, calls } = await known([open], { changeArguments: () => undefined })
    const { outcome, verdict } = await run(['add', 'x'])
    expect(outcome.exit).toBe('PARTIAL_FAILURE')
    expect(verdict.reason).toBe('DIALECT_UNCERTAIN')
    expect(await calls()).toBe(1)
  })
})

describe('a tool that speaks an envelope when it is asked to', () => {
  const spoken = { exit: 0, raw: '{"ok":true,"type":"list","data":[1]}' }

  test('may answer with text where it is not', async () => {
    const { client, run } = await known([
      spoken,
      { exit: 0, raw: 'one' },
      { exit: 0, raw: 'no envelope' },
    ])
    await run(['ls', '--output', 'json'], { dialect: 'td' })
    expect(await client.memory.list()).toMatchObject([
      { dialect: null, modes: [{ flags: '--output=json', dialect: 'td' }] },
    ])
    const text = await run(['ls'])
    expect(text).toMatchObject({
      outcome: { ok: true, meta: { wrapped: true } },
      verdict: { kind: 'accept' },
    })
    const cut = await run(['ls', '--output=json'])
    expect(cut.verdict).toMatchObject({ kind: 'accept', reason: 'DONE_WITH_WARNINGS' })
    expect(cut.anomalies).toMatchObject([{ code: 'DIALECT_CHANGED' }])
  })

  test('is not accepted without one under the flags of its manifest', async () => {
    const { client, program, run } = await known([learnt, { exit: 0, raw: 'no envelope' }])
    await client.learn(program)
    expect((await run(['ls'])).verdict.reason).toBe('DIALECT_CHANGED')
    expect((await run(['ls', '--json'])).verdict.reason).toBe('DIALECT_CHANGED')
    expect((await run(['ls', '--output', 'plain'])).verdict.kind).toBe('accept')
  })
})
