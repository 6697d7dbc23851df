import fc from 'fast-check'
import { expect, test } from 'vitest'

import { passStderr } from './pass-stderr.ts'

function collecting(isTTY: boolean) {
  const written: Buffer[] = []
  return {
    isTTY,
    write: (bytes: Uint8Array | string) => written.push(Buffer.from(bytes as Uint8Array)),
    all: () => Buffer.concat(written),
  }
}

test('off a terminal every byte goes through as it is, at once', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (chunks) => {
      const stream = collecting(false)
      const pass = passStderr(stream, true)
      for (const chunk of chunks) pass.take(chunk)
      expect(stream.all()).toEqual(Buffer.concat(chunks))
    }),
  )
})

test('where progress is drawn, whole lines go through, and the last one gets its end', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const stream = collecting(true)
      const pass = passStderr(stream, true)
      for (const text of texts) {
        pass.take(Buffer.from(text))
        const soFar = stream.all().toString()
        expect(soFar === '' || soFar.endsWith('\n')).toBe(true)
      }
      pass.end()
      const text = texts.join('')
      const isOpen = text !== '' && !text.endsWith('\n')
      const seen = stream.all().toString().replaceAll('\r\u001b[2K', '')
      expect(seen).toBe(text.replaceAll('\r\u001b[2K', '') + (isOpen ? '\n' : ''))
    }),
  )
})
