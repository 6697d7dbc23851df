import {
  appendFileSync,
  existsSync,
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

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import type { PlannedCall } from './backend.ts'
import { FileBackend } from './file-backend.ts'
import { settledRecord, type BatchRecord } from './record.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)

const planned = (key: string, index = 0): PlannedCall => ({
  key,
  index,
  call: { argv: ['a'], cwd: '/', dialect: 'auto' },
})
const ended = (index = 0, data: string | null = null): BatchRecord =>
  settledRecord(index, { argv: ['a'] }, { as: 'done', data })
const LOCKED = expect.objectContaining({ code: 'STATE_LOCKED', exit: 'UNAVAILABLE' }) as Error
const UNUSABLE = expect.objectContaining({ code: 'STATE_UNUSABLE', exit: 'PRECONDITION' }) as Error

test('refuses a second batch on the same state until the first is closed', async () => {
  const path = at('one')
  const state = new FileBackend(path)
  expect(() => new FileBackend(path)).toThrow(LOCKED)
  expect(() => new FileBackend(path)).toThrow(String(process.pid))
  await state.close()
  await new FileBackend(path).close()
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test('the lock and what is written follow the file over symbolic links and another name', async () => {
  const path = at('followed')
  const state = new FileBackend(path)
  symlinkSync(path, at('symbolic'))
  symlinkSync(folder, at('itself'))
  const others = [at('symbolic'), join(at('itself'), 'followed'), relative(process.cwd(), path)]
  for (const other of others) expect(() => new FileBackend(other), other).toThrow(LOCKED)
  renameSync(path, at('moved'))
  await state.mark(planned('a'), 'call-a')
  await state.close()
  const again = new FileBackend(at('moved'))
  expect(again.claim(planned('a'))).toEqual({ kind: 'doubt', earlier: { call: 'call-a' } })
  await again.close()
})

test('who only looks sees a batch that runs as running, else its open calls as in doubt', async () => {
  const path = at('looked-at')
  const state = new FileBackend(path)
  await state.mark(planned('a'), 'call-a')
  const looker = new FileBackend(path, 'read')
  expect(await looker.counts()).toMatchObject({ total: 1, running: 1, in_doubt: 0 })
  await looker.close()
  await state.close()
  const later = new FileBackend(path, 'read')
  expect(await later.counts()).toMatchObject({ total: 1, running: 0, in_doubt: 1 })
  expect(await later.cancel()).toBe(false)
  await later.close()
})

test('knows after a crash what was finished and what was only started', async () => {
  const path = at('two')
  const first = new FileBackend(path)
  await first.mark(planned('a'), 'call-a')
  await first.seal(planned('a'), ended())
  expect(first.claim(planned('a'))).toEqual({ kind: 'finished', record: ended() })
  await first.mark(planned('b', 1), 'call-b')
  await first.mark(planned('e', 2), 'call-e')
  await first.withdraw(planned('e', 2))
  await first.close()
  appendFileSync(path, '{"key":"c","ca')
  const second = new FileBackend(path)
  await second.mark(planned('d', 3), 'call-d')
  expect(second.reopen('d').index).toBe(3)
  await second.close()
  const third = new FileBackend(path)
  const kinds = ['a', 'b', 'c', 'd', 'e'].map((key) => third.claim(planned(key)).kind)
  expect(kinds).toEqual(['finished', 'doubt', 'free', 'doubt', 'free'])
  await third.close()
})

test('a call that ran again and was cut off is in doubt again', async () => {
  const path = at('again')
  const state = new FileBackend(path)
  await state.mark(planned('a'), 'one')
  await state.seal(planned('a'), ended())
  await state.mark(planned('a'), 'two')
  for (const each of [state, new FileBackend(path, 'read')])
    expect(each.claim(planned('a'))).toEqual({ kind: 'doubt', earlier: { call: 'two' } })
  await state.close()
})

test('cut short at any byte, it knows every line that was whole, and can be written on', () => {
  const path = at('cut')
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (texts, share) => {
        const lines = texts.map((text, index) =>
          JSON.stringify({ key: `k${index}`, record: ended(index, text) }),
        )
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const length = Math.floor(bytes.length * share)
        writeFileSync(path, bytes.subarray(0, length))
        const whole = bytes.subarray(0, length).toString().split('\n').length - 1
        const state = new FileBackend(path)
        const known = () => texts.map((_, index) => state.claim(planned(`k${index}`)).kind)
        // The last line may be whole but for its end.
        expect(known().filter((kind) => kind === 'finished').length).toBeGreaterThanOrEqual(whole)
        void state.seal(planned('last'), ended(9, 'last'))
        void state.close()
        const again = new FileBackend(path, 'read')
        expect(again.claim(planned('last'))).toMatchObject({
          record: { outcome: { data: 'last' } },
        })
        for (const [index, text] of texts.slice(0, whole).entries())
          expect(again.claim(planned(`k${index}`))).toMatchObject({
            record: { outcome: { data: text } },
          })
        void again.close()
      },
    ),
  )
})

test('answers longer than what is read at once are found again', async () => {
  const path = at('long')
  const state = new FileBackend(path)
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(700_000))
  for (const [index, text] of texts.entries())
    await state.seal(planned(`k${index}`, index), ended(index, text))
  await state.close()
  const again = new FileBackend(path, 'read')
  const found: unknown[] = []
  for await (const { outcome } of again.results()) found.push(outcome.data)
  expect(found).toEqual(texts)
  await again.close()
})

test('refuses to lose what it records when the file is deleted meanwhile', async () => {
  const path = at('deleted')
  const state = new FileBackend(path)
  rmSync(path)
  await expect(state.mark(planned('a'), 'call-a')).rejects.toMatchObject({
    code: 'STATE_UNWRITABLE',
  })
  await state.close()
})

test('names a state that cannot be used, and leaves no lock behind', () => {
  expect(() => new FileBackend(folder)).toThrow(UNUSABLE)
  expect(existsSync(`${folder}.lock`)).toBe(false)
})

test.each([
  ['its calls', '{"argv":["a"]}\n'],
  ['its calls without a line feed', '{"argv":["a"]}'],
  ['a text', 'Dear diary\n'],
  ['a list', '[1]\n'],
  ['records of something else', '{"key":"a","value":1}\n'],
])('refuses a file with %s, and leaves it as it is', (_what, text) => {
  const path = at('foreign')
  writeFileSync(path, text)
  expect(() => new FileBackend(path)).toThrow(UNUSABLE)
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test('a finished call stays finished if the line of its start was removed', async () => {
  const path = at('removed')
  const state = new FileBackend(path)
  await state.mark(planned('a@1', 3), 'call-a')
  await state.seal(planned('a@1', 3), ended(3))
  await state.close()
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, lines.filter((line) => !line.includes('"invocation"')).join('\n'))
  const again = new FileBackend(path)
  expect(again.claim(planned('a@1', 3))).toEqual({ kind: 'finished', record: ended(3) })
  await again.close()
})

// It takes seconds.
const testIfLong = process.env['SURETY_LONG'] === '1' ? test : () => {}

testIfLong('resumes a state that is larger than the longest text of Node', async () => {
  const path = at('large')
  const state = new FileBackend(path)
  await state.seal(planned('a', 7), ended(7))
  await state.close()
  // A hole, as a crash of the system can leave one; it takes no room on the disk.
  truncateSync(path, 600 * 1024 * 1024)
  appendFileSync(path, '\n')
  const again = new FileBackend(path)
  await again.mark(planned('b', 1), 'call-b')
  expect(again.claim(planned('a'))).toMatchObject({ kind: 'finished', record: { index: 7 } })
  await again.close()
})
