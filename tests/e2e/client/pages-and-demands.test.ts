import { join } from 'node:path'

import { createClient, runTool } from '@surety/client'
import { describe, expect, test } from 'vitest'

import { setUpCalls, tool } from './scripted-calls.ts'

const node = process.execPath
const { fast, folder, go, flaky } = setUpCalls()

describe('pages', () => {
  test('are collected into one', async () => {
    const page = (data: unknown[], cursor?: string) => ({
      exit: 0,
      data,
      ...(cursor && { meta: { truncated: true, cursor } }),
    })
    const { argv, options, calls } = await flaky([page([1, 2], 'c1'), page([3], '-c2'), page([4])])
    const result = await runTool(argv('list', '--', 'x'), {
      ...options,
      pages: 'all',
      safety: 'safe',
    })
    expect(result.outcome).toMatchObject({ data: [1, 2, 3, 4], meta: { pages: 3 } })
    expect(result.outcome.meta.truncated).toBeUndefined()
    expect((await calls()).map(({ argv: words }) => words.join(' '))).toEqual([
      'list -- x',
      'list --cursor c1 -- x',
      'list --cursor=-c2 -- x',
    ])
  })

  test('come one by one, and no further than they are asked for', async () => {
    const client = createClient({ ...fast, dialect: 'spec-1.0', safety: 'safe' })
    const seen: unknown[] = []
    for await (const page of client.pages(tool('endless-cursor'))) {
      seen.push(page.data)
      if (seen.length === 3) break
    }
    expect(seen).toEqual([[0], [1], [2]])
  })

  test('that never end are stopped; a cursor that goes round too', async () => {
    const endless = await go(tool('endless-cursor'), {
      dialect: 'spec-1.0',
      pages: 4,
      safety: 'safe',
    })
    expect(endless).toMatchObject({ verdict: { reason: 'PAGE_LIMIT' }, attempts: { length: 4 } })
    const same = await go(tool('endless-cursor', 'same'), {
      dialect: 'spec-1.0',
      pages: 'all',
      safety: 'safe',
    })
    expect(same).toMatchObject({ verdict: { reason: 'CURSOR_LOOP' }, attempts: { length: 2 } })
    expect(same.outcome).toMatchObject({ data: [0, 1], meta: { truncated: true, pages: 2 } })
  })

  test('before one that fails are kept, with the cursor to continue from', async () => {
    const page = (data: unknown[], cursor: string) => ({
      exit: 0,
      data,
      warnings: ['old'],
      meta: { truncated: true, cursor },
    })
    const error = { code: 'NOT_FOUND', message: 'gone', retryable: false }
    for (const bad of [
      { exit: 5, error, data: { n: 1 } },
      { exit: 0, raw: '{"ok":true,' },
    ]) {
      const steps = [page([1, 2], 'c1'), page([3], 'c2'), bad]
      const { argv, options } = await flaky(steps)
      const { outcome, verdict, pages } = await runTool(argv('ls'), {
        ...options,
        pages: 'all',
        safety: 'safe',
      })
      expect(verdict.kind).toBe('escalate')
      expect(outcome.data).toEqual([1, 2, 3])
      expect(outcome.meta).toMatchObject({ truncated: true, cursor: 'c2', pages: 2 })
      expect(outcome.warnings).toContain(
        'Page 3 failed. The data has the 2 pages before it; continue from meta.cursor.',
      )
      expect(pages).toEqual([[1, 2], [3]])
    }
    const { argv, options } = await flaky([page([1], 'c1'), { exit: 5, error }])
    const { outcome } = await runTool(argv('ls'), { ...options, pages: 'all', safety: 'safe' })
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
      data: [1],
      meta: { cursor: 'c1', pages: 1 },
    })
  })

  test('before an unusable cursor are kept', async () => {
    const meta = { truncated: true, cursor: 'x'.repeat(200_000) }
    const { argv, options } = await flaky([{ exit: 0, data: [1], meta }])
    const { outcome, verdict, attempts } = await runTool(argv('ls'), {
      ...options,
      pages: 'all',
      safety: 'safe',
    })
    expect(verdict.reason).toBe('CURSOR_UNUSABLE')
    expect(outcome.data).toEqual([1])
    expect(attempts).toHaveLength(1)
  })

  test('half a list is not acted on when paging is off', async () => {
    const { verdict } = await go(tool('endless-cursor'), { dialect: 'spec-1.0' })
    expect(verdict).toMatchObject({ kind: 'escalate', reason: 'TRUNCATED' })
  })
})

describe('what the caller knows and demands', () => {
  test('an unchanged answer comes from the cache', async () => {
    const { argv, options, calls } = await flaky([
      { exit: 0, data: { n: 1 }, meta: { etag: 'v1' } },
      { exit: 0, data: null, meta: { not_modified: true } },
    ])
    const client = createClient({ ...options, cache: new Map() })
    await client.run(argv('manifest'))
    const second = await client.run(argv('manifest'))
    expect(second).toMatchObject({
      verdict: { kind: 'use_cache' },
      outcome: { data: { n: 1 }, meta: { not_modified: true } },
    })
    expect((await calls())[1]?.argv).toEqual(['manifest', '--etag=v1'])
  })

  test('what is not the demanded contract is not acted on, and says so', async () => {
    const { argv, options, calls } = await flaky([
      { exit: 12, error: { code: 'DOWN', message: 'd', retryable: true } },
    ])
    const result = await runTool(argv(), { ...options, expect: { schemaVersion: '1.x' } })
    expect(result.verdict).toMatchObject({ kind: 'escalate', reason: 'CONTRACT_MISMATCH' })
    expect(result.anomalies).toContainEqual(expect.objectContaining({ code: 'CONTRACT_MISMATCH' }))
    expect(await calls()).toHaveLength(1)
  })

  test('an answer that is missing is not accepted where a dialect is given, and noted where it was given earlier', async () => {
    const given = await go([node, '-e', 'console.log("hello")'], { dialect: 'spec-1.0' })
    expect(given).toMatchObject({ outcome: { ok: false }, verdict: { reason: 'MALFORMED' } })
    const memory = join(folder(), 'learnt')
    const script = [
      { exit: 5, error: { code: 'GONE', message: 'g', retryable: false, fix_required: 'x' } },
      { exit: 0, raw: 'all is well' },
    ]
    const { argv, options } = await flaky(script, { memory })
    await runTool(argv(), { ...options, dialect: 'spec-1.6' })
    expect(await runTool(argv(), { ...options, dialect: 'auto' })).toMatchObject({
      outcome: { ok: true, data: { stdout: expect.stringMatching(/^all is well/) as string } },
      verdict: { kind: 'accept', reason: 'DONE_WITH_WARNINGS' },
      anomalies: [{ code: 'DIALECT_CHANGED' }],
    })
  })

  test('generations that cannot be told apart are not guessed where it matters', async () => {
    const { argv, options, calls } = await flaky(
      [{ exit: 3, error: { code: 'BAD', message: 'b' } }],
      {
        dialect: 'auto',
        changeArguments: () => undefined,
      },
    )
    const result = await runTool(argv(), options)
    expect(result.verdict.reason).toBe('DIALECT_UNCERTAIN')
    expect(result.anomalies).toContainEqual(expect.objectContaining({ code: 'DIALECT_AMBIGUOUS' }))
    expect(await calls()).toHaveLength(1)
  })
})
