import { fileURLToPath } from 'node:url'

import { createClient, createSessionMemory } from '@surety/client'
import { fail, succeed, type Outcome } from 'surety/contract'
import { DIALECT_IDS, encode, loadEncoder } from 'surety/dialects'
import { describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../bin/client/says.sh', import.meta.url))
const client = createClient({ memory: false, sleep: async () => {} })
async function call(dialect: string, outcome: Outcome): Promise<readonly string[]> {
  const { stdout, stderr, exit_code: exit } = encode(outcome, await loadEncoder(dialect))
  return [program, stdout, stderr, String(exit)]
}

const found = succeed({
  data: { items: [{ id: 1 }] },
  meta: { command: 'list', type: 'list', duration_ms: 1 },
})
const missing = fail({
  exit: 'NOT_FOUND',
  error: { code: 'not_found', message: 'There is no such task.', retryable: false },
  meta: { command: 'show', duration_ms: 1 },
})

describe.each(DIALECT_IDS)('a tool that speaks %s', (dialect) => {
  test('is understood when the dialect is given: success', async () => {
    const { outcome, verdict } = await client.run(await call(dialect, found), { dialect })
    expect(outcome).toMatchObject({ ok: true, data: { items: [{ id: 1 }] } })
    expect(verdict.kind).toBe('accept')
  })

  test('is understood when the dialect is given: failure', async () => {
    const { outcome, verdict, attempts } = await client.run(await call(dialect, missing), {
      dialect,
    })
    expect(outcome).toMatchObject({ ok: false, error: { message: 'There is no such task.' } })
    expect(verdict.kind).toBe('escalate')
    expect(attempts).toHaveLength(1)
  })

  test('is shown as a guess beside the plain output when nobody declares the dialect', async () => {
    const memory = createSessionMemory()
    const client = createClient({ memory })
    const success = await client.run(await call(dialect, found))
    expect(success.outcome).toMatchObject({ ok: true, data: { exit_code: 0 } })
    const failure = await client.run(await call(dialect, missing))
    expect(failure.outcome.ok).toBe(false)
    expect(failure.verdict.kind).toBe('escalate')
    expect(failure.attempts).toHaveLength(1)
    expect(await memory.list()).toEqual([])
    // Without any envelope there is nothing to tell the dialect by.
    if (dialect === 'incur-compact') return
    const { guess } = success.attempts[0]!
    expect(guess?.candidates ?? [guess?.dialect]).toContain(dialect)
    expect(guess?.ok).toBe(true)
    const heard = failure.attempts[0]!.guess?.message ?? failure.outcome.error?.message
    expect(heard).toBe('There is no such task.')
  })
})

test('a dialect that was given once is used until the tool speaks another', async () => {
  const client = createClient({ memory: createSessionMemory() })
  await client.run(await call('td', found), { dialect: 'td' })
  const again = await client.run(await call('td', found))
  expect(again.outcome).toMatchObject({ ok: true, data: { items: [{ id: 1 }] } })
  const changed = await client.run(await call('animus-1', found))
  expect(changed).toMatchObject({
    outcome: { ok: true, data: { stdout: { schema: 'animus.cli.v1' } } },
    // One call with it promises nothing about the others; a manifest would.
    verdict: { kind: 'accept', reason: 'DONE_WITH_WARNINGS' },
  })
  expect(changed.attempts[0]?.guess?.dialect).toBe('animus-1')
})

describe('a number that JavaScript cannot hold', () => {
  test.each([
    [
      'on stderr',
      'td',
      '',
      '{"ok":false,"error":{"code":"x","message":"m","details":{"n":9007199254740993}}}',
      1,
    ],
    [
      'beside other lines',
      'td',
      'Loading\n{"ok":true,"type":"t","data":[9007199254740993]}',
      '',
      0,
    ],
    ['in TOON', 'incur-compact', 'id: 9007199254740993\nname: a\n', '', 0],
  ])('is told %s, and the text is kept', async (_where, dialect, stdout, stderr, exit) => {
    const { outcome } = await client.run([program, stdout, stderr, String(exit)], { dialect })
    const stream = stdout === '' ? 'stderr' : 'stdout'
    expect(outcome.warnings).toEqual([
      `JSON numbers cannot hold 9007199254740993 exactly; ${stream} in meta has the text.`,
    ])
    expect(outcome.meta[stream]).toContain('9007199254740993')
  })
})
