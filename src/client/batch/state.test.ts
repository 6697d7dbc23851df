import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import type { BatchRecord } from './record.ts'
import { openBatchState } from './state.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('refuses a second batch on the same state until the first is closed', () => {
  const path = join(folder, 'one')
  const state = openBatchState(path)
  expect(() => openBatchState(path)).toThrow(
    expect.objectContaining({ code: 'STATE_LOCKED', exit: 'UNAVAILABLE' }) as Error,
  )
  expect(() => openBatchState(path)).toThrow(String(process.pid))
  state.close()
  openBatchState(path).close()
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test('knows after a crash what was finished and what was only started', () => {
  const path = join(folder, 'two')
  const record = { index: 0 } as BatchRecord
  const first = openBatchState(path)
  first.start('a', 'call-a')
  first.finish('a', record)
  first.start('b', 'call-b')
  first.close()
  appendFileSync(path, '{"key":"c","ca')
  const second = openBatchState(path)
  second.start('d', 'call-d')
  second.close()
  const third = openBatchState(path)
  expect(third.finished('a')).toEqual(record)
  expect(third.inDoubt('a')).toBeUndefined()
  expect([third.inDoubt('b'), third.inDoubt('d')]).toEqual([{ call: 'call-b' }, { call: 'call-d' }])
  expect(third.inDoubt('c')).toBeUndefined()
  third.close()
})

test('names a state that cannot be used, and leaves no lock behind', () => {
  expect(() => openBatchState(folder)).toThrow(
    expect.objectContaining({ code: 'STATE_UNUSABLE', exit: 'PRECONDITION' }) as Error,
  )
  expect(existsSync(`${folder}.lock`)).toBe(false)
})
