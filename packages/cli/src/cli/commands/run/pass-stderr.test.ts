/* oxlint-disable no-control-regex -- control characters are what this file is about */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { passStderr } from './progress-line.ts'

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
      const pass = passStderr(() => stream, true)
      for (const chunk of chunks) pass.take(chunk)
      expect(stream.all()).toEqual(Buffer.concat(chunks))
    }),
  )
})

test.each([true, false])('on a terminal whole lines go through, drawn over: %s', (isDrawn) => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n') })), (texts) => {
      const stream = collecting(true)
      const pass = passStderr(() => stream, isDrawn)
      for (const text of texts) {
        pass.take(Buffer.from(text))
        const soFar = stream.all().toString()
        expect(soFar === '' || soFar.endsWith('\n')).toBe(true)
      }
      pass.end()
      const text = texts.join('')
      const isOpen = text !== '' && !text.endsWith('\n')
      const seen = stream.all().toString()
      expect(seen.replaceAll('\r\u001b[2K', '')).toBe(text + (isOpen ? '\n' : ''))
      expect(seen.includes('\r')).toBe(isDrawn && text !== '')
    }),
  )
})

test('on a terminal no control sequence goes through but colours', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const stream = collecting(true)
      const pass = passStderr(() => stream, false)
      for (const text of texts) pass.take(Buffer.from(`${text}\u001b]52;c;x\u0007\u009b2J\r`))
      pass.end()
      expect(
        stream
          .all()
          .toString()
          .replaceAll(/\u001b\[[\d;:]*m/g, ''),
      ).not.toMatch(/(?![\n\t])\p{Cc}/u)
    }),
  )
  const stream = collecting(true)
  passStderr(() => stream, false).take(Buffer.from('\u001b[31mred\n'))
  expect(stream.all().toString()).toBe('\u001b[31mred\n\u001b[0m')
})

test('does not keep an endless line in memory', () => {
  const stream = collecting(true)
  const pass = passStderr(() => stream, false)
  for (let chunk = 0; chunk < 4; chunk += 1) pass.take(Buffer.alloc(40_000, 'x'))
  expect(stream.all().length).toBeGreaterThan(150_000)
})
