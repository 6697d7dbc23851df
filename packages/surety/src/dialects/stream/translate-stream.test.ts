import { Readable, Writable } from 'node:stream'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DIALECT_IDS } from '../registry/built-in.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import { encode } from '../encode.ts'
import { outcome as arbitraryOutcome } from '../outcome.arbitrary.ts'
import { translateStream } from './translate-stream.ts'
import { run } from './translation-run.suite.ts'

const td = (data: string) => `{"ok":true,"type":"task","data":${data}}\n`
const animus = (data: string) => `{"schema":"animus.cli.v1","ok":true,"data":${data}}\n`

test.each([
  '{"id":12345678901234567890}',
  '[12345678901234567890,12345678901234567891,-0.1234567890123456789]',
  '{"a":"12345678901234567890","b":12345678901234567890,"c":12345678901234567000}',
  '[1e400,-1e999]',
  '{"deep":[{"\\u2060":1234567890123456789}]}',
])('numbers keep their digits: %s', async (data) => {
  const { text } = await run('td', 'animus-1', td(data))
  expect(text).toBe(animus(data).replaceAll('\\u2060', '\u2060'))
})

test('documents of one line and of several are read, however their bytes are cut', async () => {
  const pretty = JSON.stringify({ ok: true, type: 'task', data: { id: 2 } }, null, 2)
  const input = `\uFEFF${td('{"id":1}')}\r\n${pretty}\n${td('{"id":3}')}{"ok": true, "type": "task",\n  "data": {"id": 4}}\n`
  const bytes = Buffer.from(input)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (chunk) => {
      const { text, summary } = await run('td', 'animus-1', bytes, { chunk })
      expect(text).toBe([1, 2, 3, 4].map((id) => animus(`{"id":${id}}`)).join(''))
      expect(summary).toEqual({ lines: 4, translated: 4, failed: 0 })
    }),
    { numRuns: 30 },
  )
})

test('a line that cannot be used gives an error line, and the others go on', async () => {
  const bad = Buffer.concat([Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), Buffer.from('{"ok": {\nx\n')])
  const texts = [td('1'), 'nonsense\n\n', bad, `${'x'.repeat(300)}\n`, td('2'), '{"ok":']
  const input = Buffer.concat(texts.map((text) => Buffer.from(text)))
  const { lines, summary } = await run('td', 'animus-1', input, { maxLineBytes: 200 })
  expect(
    lines.map((line) => {
      const { line: number, error } = JSON.parse(line) as {
        line?: number
        error?: { code: string }
      }
      return number === undefined ? 'ok' : [number, error?.code]
    }),
  ).toEqual([
    'ok',
    [2, 'INVALID_JSON'],
    [4, 'INVALID_UTF8'],
    [5, 'INVALID_JSON'],
    [6, 'INVALID_JSON'],
    [7, 'LINE_TOO_LONG'],
    'ok',
    [9, 'INVALID_JSON'],
  ])
  expect(summary).toEqual({ lines: 8, translated: 2, failed: 6 })
})

test('what is no document of the dialect is told', async () => {
  const { lines } = await run('spec-1.0', 'td', '[1]\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ line: 1, error: { code: 'WRONG_DIALECT' } })
})

test('every outcome comes back from every dialect, if all of it is kept', async () => {
  const spec = await loadDialect('spec-1.0')
  await fc.assert(
    fc.asyncProperty(arbitraryOutcome, fc.constantFrom(...DIALECT_IDS), async (outcome, to) => {
      const { stdout } = encode(outcome, spec, { stow: 'exact' })
      const there = await run('spec-1.0', to, stdout, { stow: 'exact' })
      expect(there.summary.failed).toBe(0)
      expect(there.lines).toHaveLength(1)
    }),
    { numRuns: 60 },
  )
})

test('rejects when the output is closed early, and for a dialect that does not exist', async () => {
  const target = new Writable({ highWaterMark: 1, write: () => {} })
  const options = { from: 'td', to: 'animus-1' }
  const done = translateStream(Readable.from([td('1')]), target, options)
  setImmediate(() => target.destroy())
  await expect(done).rejects.toThrow('closed')
  await expect(run('nope', 'td', '')).rejects.toThrow('nope')
})
