import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { oneLine, visibleText } from './visible-text.ts'

describe('visibleText', () => {
  it('shows escape sequences instead of sending them', () => {
    expect(visibleText('\u001b[2J\u009b31m\u0007')).toBe('\\u001b[2J\\u009b31m\\u0007')
  })

  it('shows the marks that reorder text', () => {
    expect(visibleText('a\u202egpj.exe')).toBe('a\\u202egpj.exe')
  })

  it('keeps what it is told to keep', () => {
    expect(visibleText('a\tb\nc\r', '\n\t')).toBe('a\tb\nc\\u000d')
  })

  it('leaves every printable text alone', () => {
    expect(visibleText('Zoë ✓ 漢字 👩‍👩‍👧 e\u0301')).toBe('Zoë ✓ 漢字 👩‍👩‍👧 e\u0301')
  })
})

describe('oneLine', () => {
  it('turns runs of line breaks and tabs into one space', () => {
    expect(oneLine('a\r\n\tb\u2028c')).toBe('a b c')
  })

  it('leaves no control character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(oneLine(text)).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}/u)
      }),
    )
  })
})
