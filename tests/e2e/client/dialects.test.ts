import { fileURLToPath } from 'node:url'

import { createClient } from 'surety/client'
import { fail, succeed, type Outcome } from 'surety/contract'
import { DIALECT_IDS } from 'surety/dialects'
import { describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../bin/client-dialect.mjs', import.meta.url))
const client = createClient({ memory: false, sleep: async () => {} })
const call = (dialect: string, outcome: Outcome) => [
  process.execPath,
  program,
  dialect,
  JSON.stringify(outcome),
]

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
    const { outcome, verdict } = await client.run(call(dialect, found), { dialect })
    expect(outcome).toMatchObject({ ok: true, data: { items: [{ id: 1 }] } })
    expect(verdict.kind).toBe('accept')
  })

  test('is understood when the dialect is given: failure', async () => {
    const { outcome, verdict, attempts } = await client.run(call(dialect, missing), { dialect })
    expect(outcome).toMatchObject({ ok: false, error: { message: 'There is no such task.' } })
    expect(verdict.kind).toBe('escalate')
    expect(attempts).toHaveLength(1)
  })

  test('is understood without being told, and never taken for a success when it fails', async () => {
    const client = createClient({ memory: false })
    const success = await client.run(call(dialect, found))
    expect(success.outcome.ok).toBe(true)
    // Without any envelope there is nothing to tell the dialect by.
    if (dialect !== 'incur-compact')
      expect(success.outcome.data).toMatchObject({ items: [{ id: 1 }] })
    const failure = await client.run(call(dialect, missing))
    expect(failure.outcome.ok).toBe(false)
    expect(failure.outcome.error?.message).toBe('There is no such task.')
    expect(failure.verdict.kind).toBe('escalate')
  })
})

test('a tool that changes its dialect is followed, one that stops answering is not', async () => {
  const client = createClient({ memory: false })
  await client.run(call('td', found))
  const changed = await client.run(call('animus-1', found))
  expect(changed.outcome).toMatchObject({ ok: true, data: { items: [{ id: 1 }] } })
  expect(changed.anomalies).toContainEqual(expect.objectContaining({ code: 'DIALECT_CHANGED' }))
  const silent = await client.run([...call('incur-compact', found)])
  expect(silent).toMatchObject({ outcome: { ok: false }, verdict: { reason: 'MALFORMED' } })
})
