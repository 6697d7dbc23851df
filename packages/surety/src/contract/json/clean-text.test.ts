import fc from 'fast-check'
import { expect, test } from 'vitest'

import { printableText, stripTerminalCodes } from './clean-text.ts'

test.each([
  ['colour', '\u001B[1;31mred\u001B[0m', 'red'],
  ['cursor movement', 'a\u001B[2K\u001B[1Gb', 'ab'],
  ['private modes', '\u001B[?25lhidden\u001B[?25h', 'hidden'],
  ['title ended by BEL', '\u001B]0;title\u0007text', 'text'],
  ['link ended by ST', '\u001B]8;;https://example.com\u001B\\link\u001B]8;;\u001B\\', 'link'],
  ['title that never ends', '\u001B]0;title and text', '0;title and text'],
  ['device control string', '\u001BPq#0;2\u001B\\x', 'x'],
  ['eight-bit introducer', '\u009B31mred', 'red'],
  ['character set choice', '\u001B(Btext', 'text'],
  ['escape alone', 'a\u001B', 'a'],
  ['carriage return', '10%\r20%\r\n', '10%20%\n'],
  ['pieces that would join', '\u001B\u001B[0m[31mx', '[31mx'],
  ['nothing to do', 'plain [31m text', 'plain [31m text'],
])('strips %s', (_title, text, expected) => {
  expect(stripTerminalCodes(text)).toBe(expected)
})

const noisy = fc
  .array(
    fc.constantFrom(
      '\u001B',
      '[',
      ']',
      '3',
      '1',
      'm',
      ';',
      '\u0007',
      '\\',
      '\r',
      '\0',
      '\uD800',
      '\uDC00',
      'x',
      '\u009B',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

test('leaves no escape in any text, and changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.oneof(noisy, fc.string({ unit: 'binary' })), (text) => {
      const once = printableText(text)
      // oxlint-disable-next-line no-control-regex
      expect(once).not.toMatch(/[\0\r\u001B\u009B]/)
      expect(once.isWellFormed()).toBe(true)
      expect(printableText(once)).toBe(once)
    }),
  )
})

test('strips a megabyte of broken sequences in linear time', () => {
  for (const piece of ['\u001B]', '\u001B[0', '\u001BP', '\u001B[;;;;', '\u009B1']) {
    const started = process.cpuUsage()
    stripTerminalCodes(piece.repeat(300_000))
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000)
  }
})
