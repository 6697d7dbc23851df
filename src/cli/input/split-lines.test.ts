import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { splitLines, type InputLine } from './split-lines.ts'

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function linesOf(
  text: string | Uint8Array,
  size = 4096,
  most?: number,
): Promise<readonly InputLine[]> {
  const lines: InputLine[] = []
  for await (const line of splitLines(inChunks(Buffer.from(text), size), most)) lines.push(line)
  return lines
}

describe('splitLines', () => {
  it('gives the same lines however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' '))),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          const whole = texts.join('\n')
          const lines = await linesOf(whole, size)
          expect(lines).toEqual(await linesOf(whole, whole.length * 4 + 1))
          for (const { number, text } of lines) expect(texts[number - 1]).toContain(text)
        },
      ),
    )
  })

  it('passes over blank lines, which count, and byte-order marks, and takes a last line without its line feed', async () => {
    const lines = await linesOf('\uFEFFone\r\n\n  \ntwo')
    expect(lines.map(({ number, text }) => [number, text.trim()])).toEqual([
      [1, 'one'],
      [4, 'two'],
    ])
  })

  it('names lines that are too long or no UTF-8, and goes on', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${'x'.repeat(50)}\n`),
      Buffer.from([0xff, 0x0a]),
      Buffer.from('ok'),
    ])
    const lines = await linesOf(bytes, 7, 20)
    expect(lines.map(({ problem }) => problem?.code)).toEqual([
      'LINE_TOO_LONG',
      'INVALID_UTF8',
      undefined,
    ])
  })
})
