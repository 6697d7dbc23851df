import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { scanBareDocuments } from './bare-documents.ts'

/** Gives for every document whether it stands out. */
function scan(text: string): readonly boolean[] {
  const found: boolean[] = []
  scanBareDocuments(text, (_value, _source, standsOut) => found.push(standsOut))
  return found
}

const BLANK =
  '(?:\\u001b\\[[0-9;?]*[A-Za-z]|[\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u0020\\ufeff])*'

describe('a document without an envelope', () => {
  it('stands out only among blanks and terminal codes', () => {
    const part = fc.constantFrom(' ', '\t', '\n', '\r', '\u001b[2K', '\u001b[0;1m', '\u001b')
    const noise = fc.oneof(part, fc.constantFrom('K', '2', ';', 'x', '.', '\uFEFF', '\u0000'))
    const around = fc.array(noise, { maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(around, around, (before, after) => {
        const starts = new RegExp(`(?:^|[\\r\\n])${BLANK}$`).test(before)
        const ends = new RegExp(`^${BLANK}(?:$|[\\r\\n])`).test(after)
        expect(scan(`${before}{"a":1}${after}`).at(-1)).toBe(starts || ends)
        expect(scan(`${before}{}${after}`).at(-1)).toBe(starts && ends)
      }),
      { numRuns: 500 },
    )
  })
})
