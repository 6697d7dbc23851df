import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { parseItem } from './batch-item.ts'
import { BadItem, batchCode, readItems, runBatch } from './batch.ts'
import { Refused, type Subject } from './subjects.ts'

const subject = (id: string): Subject => ({
  id,
  kind: 'task',
  title: id,
  status: 'ready',
  created_at: '',
  updated_at: '',
})

/** Items name what becomes of them. */
async function change({ does, id }: Record<string, unknown>): Promise<Subject> {
  if (does === 'missing') throw new Refused({ kind: 'not_found', id: 'x' })
  if (does === 'clash') throw new Refused({ kind: 'duplicate', id: 'x', title: 'x' })
  if (does === 'bad') throw new BadItem('bad')
  if (does === 'crash') throw new Error('crash')
  return subject(String(id ?? 'task:TASK-001'))
}

const run = (onError: 'stop' | 'continue', ...does: readonly string[]) =>
  runBatch(
    { kind: 'task', verb: 'batch-update', onError },
    does.map((one) => ({ does: one })),
    change,
  )

describe('a batch', () => {
  test('that succeeds says so of each item', async () => {
    const result = await run('stop', 'ok', 'ok')
    expect(result).toMatchObject({
      schema: 'animus.cli.batch.result.v1',
      method: 'task/batch-update',
      summary: { requested: 2, executed: 2, succeeded: 2, failed: 0, skipped: 0, completed: true },
    })
    expect(result.results.map(({ index, status }) => [index, status])).toEqual([
      [0, 'success'],
      [1, 'success'],
    ])
  })

  test('stops at a failure, and says what was skipped and why', async () => {
    const { summary, results } = await run('stop', 'ok', 'missing', 'ok')
    expect(summary).toEqual({
      requested: 3,
      executed: 2,
      succeeded: 1,
      failed: 1,
      skipped: 1,
      completed: false,
    })
    expect(results[2]).toMatchObject({
      status: 'skipped',
      result: null,
      reason: expect.any(String) as string,
    })
  })

  test('goes on where it is told to', async () => {
    const { summary } = await run('continue', 'missing', 'ok', 'clash')
    expect(summary).toMatchObject({
      executed: 3,
      succeeded: 1,
      failed: 2,
      skipped: 0,
      completed: true,
    })
  })

  test.each([
    [['missing', 'missing'], 'not_found'],
    [['clash'], 'conflict'],
    [['bad', 'bad'], 'invalid_input'],
    [['missing', 'clash'], 'internal'],
    [['ok', 'missing'], 'internal'],
    [['crash'], 'internal'],
  ])('of %j has the code %s', async (does, code) => {
    expect(batchCode(await run('continue', ...does))).toBe(code)
  })
})

describe('items', () => {
  let path: string
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'animus-')), 'items.json')
  })
  afterEach(() => rm(join(path, '..'), { recursive: true, force: true }))

  const read = async (value: unknown) => {
    await writeFile(path, JSON.stringify(value))
    return readItems(path)
  }

  test('are an array, or stand in items', async () => {
    expect(await read([{ title: 'a' }])).toEqual({ items: [{ title: 'a' }] })
    expect(await read({ items: [{ title: 'a' }] })).toEqual({ items: [{ title: 'a' }] })
  })

  test.each([
    [[]],
    [{}],
    [null],
    ['text'],
    [[1]],
    [[null]],
    [{ items: {} }],
    [Array.from({ length: 101 }, () => ({}))],
  ])('%j are none', async (value) => {
    expect(await read(value)).toHaveProperty('problem')
  })

  test('a hundred are allowed', async () => {
    expect(await read(Array.from({ length: 100 }, () => ({})))).toHaveProperty('items.length', 100)
  })

  test('whatever an item holds, it is taken or refused as bad', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        try {
          parseItem(value)
        } catch (error) {
          expect(error).toBeInstanceOf(BadItem)
        }
      }),
    )
    expect(() => parseItem({ title: '', priority: 9 })).toThrow(/title|character/)
  })
})
