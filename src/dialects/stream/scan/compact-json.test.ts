import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createArena, OUTPUT } from './arena.ts'
import { compactJson } from './compact-json.ts'

const arena = createArena(1 << 20, 'wasm')

describe('compactJson', () => {
  const compact = (text: string): string | undefined => {
    const { bytes, start } = arena
    const length = bytes.write(`${text}\n`, start)
    const to = compactJson(arena, start, start + length - 1)
    return to < 0 ? undefined : bytes.toString('utf8', OUTPUT, to)
  }

  it.each([
    ['{ "a" : [ 1 , -2.5 , 0.001 ] , "b" : { } }', '{"a":[1,-2.5,0.001],"b":{}}'],
    ['["\\n\\"é😀", true, null, false, []]', '["\\n\\"é😀",true,null,false,[]]'],
    ['{"a":{"a":1},"b":{"a":2}}', '{"a":{"a":1},"b":{"a":2}}'],
    ['["\\u0041\\/\\u00e9\\u20AC\\ud83d\\ude00\\u007f"]', '["A/é€😀\u007f"]'],
    ['[0.000001,123456789012345,-0.5]', '[0.000001,123456789012345,-0.5]'],
  ])('writes %s', (text, written) => {
    expect(compact(text)).toBe(written)
  })

  it.each([
    '[1.0]',
    '[-0]',
    '[1e5]',
    '[0.0000001]',
    '[1234567890123456]',
    '["\\u001f"]',
    '["\\u0022"]',
    '["\\ud800"]',
    '["\\ud800\\ud800"]',
    '["\\udc00"]',
    '{"\\u0061":1}',
    '{"a":1,"b":2,"a":3}',
    '{"7":1}',
  ])('gives up on %s', (text) => {
    expect(compact(text)).toBeUndefined()
  })

  it('writes the same as parsing and JSON.stringify, or nothing', () => {
    const spaced = fc
      .tuple(fc.json(), fc.constantFrom('', ' ', ' \t'))
      .map(([text, space]) => text.replace(/(?<=[[{,:])|(?=[\]},:])/g, space))
    const escaped = fc
      .jsonValue({ maxDepth: 2, stringUnit: 'binary' })
      .map((each) => JSON.stringify(each).replace(/[^\0-\u007e]|[/b]/g, toEscape))
    const value = fc.oneof(
      escaped,
      spaced,
      fc.json(),
      fc.jsonValue({ maxDepth: 4 }).map((each) => JSON.stringify(each)),
    )
    fc.assert(
      fc.property(value, (text) => {
        const written = compact(text)
        return written === undefined || written === JSON.stringify(JSON.parse(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('gives up without a WebAssembly module', () => {
    expect(compactJson(createArena(64, 'script'), 0, 2)).toBe(-1)
  })

  it('gives up on too many names', () => {
    const object = `{${Array.from({ length: 100 }, (_, n) => `"n${n}":0`).join(',')}}`
    expect(compact(object)).toBeUndefined()
    expect(
      compact(`[${Array.from({ length: 900 }, () => '{"a":1,"b":2}').join(',')}]`),
    ).toBeDefined()
  })
})

function toEscape(unit: string): string {
  return unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
