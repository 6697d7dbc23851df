import fc from 'fast-check'
import { expect, it } from 'vitest'

import { asUtf8 } from './as-utf8.ts'

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of asUtf8(cut(bytes, size))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const sizes = fc.integer({ min: 1, max: 7 })

it('gives any text in UTF-16 as UTF-8, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), sizes, async (text, size) => {
      const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
      const big = Buffer.from(little).swap16()
      expect((await read(little, size)).toString()).toBe(text)
      expect((await read(big, size)).toString()).toBe(text)
    }),
  )
})

it('leaves all other bytes as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), sizes, async (given, size) => {
      const bytes = Buffer.from(given)
      fc.pre(!['fffe', 'feff'].includes(bytes.toString('hex', 0, 2)))
      expect((await read(bytes, size)).equals(bytes)).toBe(true)
    }),
  )
  const later = Buffer.from([1, 2, 0xff, 0xfe, 65])
  expect((await read(later, 2)).equals(later)).toBe(true)
})
