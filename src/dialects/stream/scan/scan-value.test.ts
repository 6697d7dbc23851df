import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createArena } from './arena.ts'
import { scanValue } from './scan-value.ts'

const wasm = createArena(1 << 20, 'wasm')
const script = createArena(1 << 20, 'script')

describe.each([
  ['wasm', wasm],
  ['script', script],
])('the %s scanner', (_name, arena) => {
  const scan = (text: string): number => {
    const length = arena.bytes.write(`${text}\n`, arena.start)
    arena.bytes.fill(0x7b, arena.start + length, arena.start + length + 16)
    const end = arena.scan(arena.start)
    return end < 0 ? -1 : end - arena.start
  }

  it.each([
    ['{}', 2],
    ['[]', 2],
    ['[ ]', 3],
    ['{ }', 3],
    ['{"a":1}', 7],
    ['{"a" : [1 , 2 ] , "b":{ } }', 27],
    ['"x"', 3],
    ['"\\u00e9\\n\\\\"', 12],
    ['-0', 2],
    ['1.5e+10', 7],
    ['0', 1],
    ['null', 4],
    ['true', 4],
    ['false', 5],
    ['{}rest', 2],
    ['12]', 2],
    ['[[[[1],2],3]]', 13],
    ['"long enough to need more than one word of eight"', 49],
    ['"é€😀"', 11],
  ])('finds the end of %s', (text, end) => {
    expect(scan(text)).toBe(end)
  })

  it.each([
    '',
    '{',
    '[',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{,}',
    '[,]',
    '[1,]',
    '[1 2]',
    '{1:2}',
    '{"a":1]',
    '[1}',
    '"abc',
    '"a\\',
    '"\\x"',
    '"\\u12g4"',
    '"\\u123',
    'tru',
    'nul',
    'fals',
    '-',
    '.5',
    '/',
    '1.',
    '1e',
    '1e+',
    '--1',
    '+1',
    '"a\tb"',
    '{"a":tru}',
    'nan',
    'undefined',
    '{"a"x:1}',
    "{'a':1}",
  ])('rejects %s', (text) => {
    expect(scan(text)).toBe(-1)
  })

  it('reads 01 as 0 and leaves the rest to the caller', () => {
    expect(scan('01')).toBe(1)
  })

  it('follows nesting up to its limit', () => {
    expect(scan('['.repeat(1024) + ']'.repeat(1024))).toBe(2048)
    expect(scan('['.repeat(1026) + ']'.repeat(1026))).toBe(-1)
  })

  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), hostileJson, fc.string()), (text) => {
        if (/[\n\0]/.test(text) || text.trim() === '') return
        const end = scan(text)
        const isWhole = end >= 0 && /^[ \t\r]*$/.test(Buffer.from(text).subarray(end).toString())
        expect(isWhole).toBe(parses(text))
      }),
      { numRuns: 2000 },
    )
  })
})

it('gives the same answer in both scanners for any bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.stringMatching(/^[{}[\]",:\\ u0e1tfn-]{0,60}$/).map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(bytes, (line) => {
      for (const arena of [wasm, script]) {
        arena.bytes.set(line, arena.start)
        arena.bytes.fill(0x0a, arena.start + line.length, arena.start + line.length + 16)
      }
      const found = script.scan(script.start)
      expect(wasm.scan(wasm.start)).toBe(found < 0 ? -1 : found - script.start + wasm.start)
      expect(scanValue(script.bytes, script.start)).toBe(script.scan(script.start))
    }),
    { numRuns: 3000 },
  )
})

/** JSON that was cut, doubled or had a character replaced. */
const hostileJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', 'e', '\u0007', ''),
  )
  .map(([text, place, insert]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + insert + text.slice(at + (place % 2))
  })

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
