import { describe, expect, it } from 'vitest'

import { scanBareDocuments } from './scan-documents.ts'

/** Gives whether the last document of a text stands out. */
function standsOut(text: string): boolean | undefined {
  let last: boolean | undefined
  scanBareDocuments(text, (_value, _source, isOut) => (last = isOut))
  return last
}

describe('a document without an envelope', () => {
  const blanks = [
    '',
    ' ',
    '\t \u0000',
    '\uFEFF',
    '\u001b[2K',
    '\u001b[0;1m ',
    '\u001b',
    '\u001b[?25l',
  ]

  it.each(blanks)('stands out among blanks and terminal codes: %j', (blank) => {
    for (const [before, after] of [
      [blank, blank],
      [`text\n${blank}`, `${blank}\ntext`],
      [`text\r${blank}`, `${blank}\r\ntext`],
    ]) {
      expect(standsOut(`${before}{}${after}`)).toBe(true)
    }
  })

  it.each(['x', 'see ', '2', ';', '[2K', '\u001b[2', '\u001b[2;', '.', 'm'])(
    'is part of a sentence beside %j, unless it has members and a free side',
    (text) => {
      expect(standsOut(`${text}{}`)).toBe(false)
      expect(standsOut(`${text}{}\n`)).toBe(false)
      expect(standsOut(`${text}{"a":1}${text}`)).toBe(false)
      expect(standsOut(`${text}{"a":1}\n`)).toBe(true)
      expect(standsOut(`\n{"a":1}${text}`)).toBe(true)
    },
  )
})
