import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import type { BatchCall } from './call-identity.ts'
import type { BatchRecord } from './record.ts'
import { openBatchState } from './state.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const invocation: BatchCall = { argv: ['a'], cwd: '/', dialect: 'auto' }
const LOCKED = expect.objectContaining({ code: 'STATE_LOCKED', exit: 'UNAVAILABLE' }) as Error
const UNUSABLE = expect.objectContaining({ code: 'STATE_UNUSABLE', exit: 'PRECONDITION' }) as Error

test('refuses a second batch on the same state until the first is closed', () => {
  const path = join(folder, 'one')
  const state = openBatchState(path)
  expect(() => openBatchState(path)).toThrow(LOCKED)
  expect(() => openBatchState(path)).toThrow(String(process.pid))
  state.close()
  openBatchState(path).close()
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test('the lock follows the file over every path that leads to it', () => {
  const path = join(folder, 'followed')
  const state = openBatchState(path)
  symlinkSync(path, join(folder, 'symbolic'))
  linkSync(path, join(folder, 'hard'))
  symlinkSync(folder, join(folder, 'itself'))
  const others = [
    join(folder, 'symbolic'),
    join(folder, 'hard'),
    join(folder, 'itself', 'followed'),
    relative(process.cwd(), path),
  ]
  for (const other of others) expect(() => openBatchState(other), other).toThrow(LOCKED)
  renameSync(path, join(folder, 'moved'))
  expect(() => openBatchState(join(folder, 'moved'))).toThrow(LOCKED)
  state.start('a', 'call-a', 0, invocation)
  state.close()
  const again = openBatchState(join(folder, 'hard'))
  expect(again.inDoubt('a')).toEqual({ call: 'call-a' })
  again.close()
})

test('the claim of a killed process, or of another host, does not count', () => {
  const path = join(folder, 'killed')
  openBatchState(path).close()
  const [claim = ''] = readFileSync(path, 'utf8').split('\n')
  const { claim: own } = JSON.parse(claim) as { claim: { id: string } }
  for (const other of [{ start: 'never' }, { host: 'elsewhere' }, { space: 'elsewhere' }]) {
    writeFileSync(path, `${JSON.stringify({ claim: { ...own, ...other } })}\n`)
    openBatchState(path).close()
  }
  writeFileSync(path, `${JSON.stringify({ claim: own })}\n`)
  expect(() => openBatchState(path)).toThrow(LOCKED)
})

test('knows after a crash what was finished and what was only started', () => {
  const path = join(folder, 'two')
  const record = { index: 0 } as BatchRecord
  const first = openBatchState(path)
  first.start('a', 'call-a', 0, invocation)
  first.finish('a', record)
  expect(first.finished('a')).toEqual(record)
  first.start('b', 'call-b', 1, invocation)
  first.start('e', 'call-e', 2, invocation)
  first.withdraw('e')
  first.close()
  appendFileSync(path, '{"key":"c","ca')
  const second = openBatchState(path)
  second.start('d', 'call-d', 3, invocation)
  second.close()
  const third = openBatchState(path)
  expect(third.finished('a')).toEqual(record)
  expect(third.inDoubt('a')).toBeUndefined()
  expect([third.inDoubt('b'), third.inDoubt('d')]).toEqual([{ call: 'call-b' }, { call: 'call-d' }])
  expect([third.inDoubt('c'), third.inDoubt('e')]).toEqual([undefined, undefined])
  expect(third.started('d')).toMatchObject({ index: 3, invocation })
  third.close()
})

test('refuses to lose what it records when the file is deleted meanwhile', () => {
  const path = join(folder, 'deleted')
  const state = openBatchState(path)
  rmSync(path)
  expect(() => state.start('a', 'call-a', 0, invocation)).toThrow(
    expect.objectContaining({ code: 'STATE_UNWRITABLE' }) as Error,
  )
  state.close()
})

test('names a state that cannot be used, and leaves no lock behind', () => {
  expect(() => openBatchState(folder)).toThrow(UNUSABLE)
  expect(existsSync(`${folder}.lock`)).toBe(false)
})

test.each([
  ['its calls', '{"argv":["a"]}\n'],
  ['its calls without a line feed', '{"argv":["a"]}'],
  ['a text', 'Dear diary\n'],
  ['its calls after an earlier mistake', '{"argv":["a"]}\n{"release":"x"}\n'],
  ['a list', '[1]\n'],
  ['records of something else', '{"key":"a","value":1}\n'],
])('refuses a file with %s, and leaves it as it is', (_what, text) => {
  const path = join(folder, 'foreign')
  writeFileSync(path, text)
  expect(() => openBatchState(path)).toThrow(UNUSABLE)
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test('reads on after a line that was cut short anywhere', () => {
  const path = join(folder, 'cut')
  openBatchState(path).close()
  const [claim = ''] = readFileSync(path, 'utf8').split('\n')
  for (let length = 1; length <= claim.length; length += 1) {
    writeFileSync(path, claim.slice(0, length).replace('"start":', '"start":"never","was":'))
    openBatchState(path).close()
    openBatchState(path).close()
  }
})

// It takes seconds, and state-file.test.ts reads in small chunks what this reads in large ones.
const testIfLong = process.env['SURETY_LONG'] === '1' ? test : () => {}

testIfLong('resumes a state that is larger than the longest text of Node', () => {
  const path = join(folder, 'large')
  const state = openBatchState(path)
  state.start('a', 'call-a', 0, invocation)
  state.finish('a', { index: 7 } as BatchRecord)
  state.close()
  // A hole, as a crash of the system can leave one; it takes no room on the disk.
  truncateSync(path, 600 * 1024 * 1024)
  appendFileSync(path, '\n')
  const again = openBatchState(path)
  again.start('b', 'call-b', 1, invocation)
  expect(again.finished('a')).toEqual({ index: 7 })
  expect(again.started('b')).toMatchObject({ index: 1 })
  again.close()
})

test('a finished call stays finished if the line of its start was removed', () => {
  const path = join(folder, 'removed')
  const state = openBatchState(path)
  const record = { index: 3, id: 'a' } as unknown as BatchRecord
  state.start('a@1', 'call-a', 3, invocation)
  state.finish('a@1', record)
  state.close()
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, lines.filter((line) => !line.includes('"invocation"')).join('\n'))
  const again = openBatchState(path)
  expect(again.finished('a@1')).toEqual(record)
  expect(again.inDoubt('a@1')).toBeUndefined()
  expect(again.indexOf('a@1')).toBe(3)
  expect(() => again.started('a@1')).toThrow(UNUSABLE)
  again.close()
})
