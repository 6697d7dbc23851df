import fc from 'fast-check'
import { expect, test } from 'vitest'

import { splitLines } from './line-input.ts'

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

test('gives the same lines however the bytes are cut', async () => {
  const line = fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => text.replaceAll(/[\n\r]/g, '_'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      fc.array(fc.nat(9)),
      fc.constantFrom('\n', '\r\n'),
      async (lines, sizes, end) => {
        const bytes = Buffer.from(lines.map((text) => text + end).join(''))
        const found = []
        for await (const { text, number } of splitLines(chunksOf(bytes, sizes), 1000))
          found.push([number, text])
        const expected = lines.map((text, index) => [index + 1, Buffer.from(text).toString('utf8')])
        expect(found).toEqual(expected)
      },
    ),
  )
})

test('takes a line as long as the limit, and refuses one byte more wherever it is cut', async () => {
  const read = async (text: string, sizes: readonly number[]) => {
    const found: string[] = []
    for await (const each of splitLines(chunksOf(Buffer.from(text), sizes), 5))
      found.push(each.text)
    return found
  }
  expect(await read('12345\n12345', [3, 4])).toEqual(['12345', '12345'])
  for (const sizes of [[], [1, 1, 1], [8]])
    await expect(read('12345\n123456\n', sizes)).rejects.toMatchObject({ code: 'LINE_TOO_LARGE' })
})
