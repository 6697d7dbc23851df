import fc from 'fast-check'
import { expect, test } from 'vitest'

import { splitLines, type Line } from './lines.ts'

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]) {
  // A source may use the memory of a chunk again.
  const memory = new Uint8Array(bytes.length)
  let at = 0
  for (const size of [...sizes, bytes.length]) {
    const piece = bytes.subarray(at, at + size)
    memory.set(piece)
    yield memory.subarray(0, piece.length)
    at += piece.length
  }
}

async function linesOf(
  input: string | Uint8Array,
  sizes: readonly number[] = [],
  maxBytes = 1000,
): Promise<readonly Line[]> {
  const lines: Line[] = []
  for await (const line of splitLines(chunksOf(Buffer.from(input as string), sizes), maxBytes))
    lines.push(line)
  return lines
}

test('gives the same lines however the bytes are cut', async () => {
  const line = fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => text.replaceAll(/[\n\r\uFEFF]/g, '_'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      fc.array(fc.nat(9)),
      fc.constantFrom('\n', '\r\n'),
      async (texts, sizes, end) => {
        const lines = await linesOf(texts.map((text) => text + end).join(''), sizes)
        expect(lines.map(({ number, text }) => [number, text])).toEqual(
          texts.map((text, index) => [index + 1, Buffer.from(text).toString('utf8')]),
        )
      },
    ),
  )
})

test('takes a byte order mark off the first line, and a last line without its line feed', async () => {
  const lines = await linesOf('\uFEFFone\r\n\n\uFEFFtwo', [1, 1])
  expect(lines.map(({ text }) => text)).toEqual(['one', '', '\uFEFFtwo'])
})

test('takes a line as long as the limit, and names one byte more wherever it is cut', async () => {
  const problems = async (text: string, sizes: readonly number[]) =>
    (await linesOf(text, sizes, 5)).map(({ number, problem }) => [number, problem])
  expect(await problems('12345\n12345', [3, 4])).toEqual([
    [1, null],
    [2, null],
  ])
  for (const sizes of [[], [1, 1, 1], [8]])
    expect(await problems('12345\n123456\n1', sizes)).toEqual([
      [1, null],
      [2, 'too_long'],
      [3, null],
    ])
})

test('names a line that is too long before it ends', async () => {
  const endless = async function* () {
    for (;;) yield Buffer.from('xxxx')
  }
  const lines = splitLines(endless(), 10)
  expect((await lines.next()).value).toEqual({ number: 1, text: '', problem: 'too_long' })
})

test('names lines that are not UTF-8, and no others', async () => {
  const lines = await linesOf(Buffer.from([0xff, 0x0a, 0xef, 0xbf, 0xbd, 0x0a]))
  expect(lines).toMatchObject([
    { number: 1, text: '\uFFFD', problem: 'invalid_utf8' },
    { number: 2, text: '\uFFFD', problem: null },
  ])
})
