import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cutTo, padTo, widthOf, wrapTo } from './text-width.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('word', '漢字', '👩‍👩‍👧', 'e\u0301', 'a-very-long-word-indeed'))
    .map((words) => words.join(' ')),
)

describe('text width', () => {
  it('counts wide characters as two columns and escape sequences as none', () => {
    expect([widthOf('abc'), widthOf('漢字'), widthOf('\u001b[31mabc\u001b[39m')]).toEqual([3, 4, 3])
  })

  it('cutTo shortens a text and marks the cut', () => {
    expect(cutTo('a long sentence', 8, '…')).toBe('a long…')
    expect(cutTo('漢字漢字', 5, '…')).toBe('漢字…')
    expect(cutTo('short', 5, '…')).toBe('short')
    expect(cutTo('word', 2, '...')).toBe('wo')
  })

  it('cutTo and wrapTo never exceed the width', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (value, width) => {
        expect(widthOf(cutTo(value, width, '…'))).toBeLessThanOrEqual(width)
        for (const line of wrapTo(value, width)) expect(widthOf(line)).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('wrapTo keeps every word', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (value, width) => {
        const squeeze = (all: string) => all.replaceAll(/[ \n]/g, '')
        expect(squeeze(wrapTo(value, width).join(''))).toBe(squeeze(value))
      }),
    )
  })

  it('wrapTo takes linear time', () => {
    const started = process.cpuUsage()
    expect(wrapTo('x'.repeat(8_000_000), 80)).toHaveLength(100_000)
    expect(cutTo('漢'.repeat(4_000_000), 80, '…')).toHaveLength(40)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(15_000)
  })

  it('wrapTo keeps lines unchanged at width 0 (REQ-F-056)', () => {
    const long = 'word '.repeat(100)
    expect(wrapTo(long, 0)).toEqual([long])
  })

  it('padTo pads on the left or on the right', () => {
    expect(padTo('漢', 4)).toBe('漢  ')
    expect(padTo('12', 4, 'right')).toBe('  12')
  })
})
