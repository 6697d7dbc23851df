import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../contract/index.ts'
import { jsonValue } from '../outcome.arbitrary.ts'
import { extentOf } from './json-extent.ts'
import { scanDocuments } from './scan-documents.ts'

function scan(text: string) {
  const values: JsonValue[] = []
  return { ...scanDocuments(text, (value) => values.push(value)), values }
}

describe('scanDocuments', () => {
  it.each([
    ['one document', '{"a":1}', [{ a: 1 }]],
    ['a byte order mark', '\uFEFF{"a":1}', [{ a: 1 }]],
    ['pretty documents in a row', '{\n  "a": 1\n}\n[\n  2\n]\n', [{ a: 1 }, [2]]],
    ['documents glued together', '{"a":1}{"b":2}[3]', [{ a: 1 }, { b: 2 }, [3]]],
    ['a prefix on the line', '12:00 INFO {"a":1} done', [{ a: 1 }]],
    ['brackets in prose', '[INFO] {x} {"a":1}', [{ a: 1 }]],
    ['a stray quote before', '{"bad {"a":1}', [{ a: 1 }]],
    ['brackets in strings', '{"a":"}{]["}', [{ a: '}{][' }]],
    ['escapes in strings', '{"a":"\\"}\\\\"}', [{ a: '"}\\' }]],
    ['a broken line before', '{"a":1,\n{"b":2}', [{ b: 2 }]],
    ['a cut string before', '{"a":"x\n{"b":2}', [{ b: 2 }]],
    ['NUL bytes', '\u0000\u0000{"a":1}\u0000', [{ a: 1 }]],
    ['windows line ends', '{"a":1}\r\n{"b":2}\r\n', [{ a: 1 }, { b: 2 }]],
  ])('finds documents with %s', (_name, text, expected) => {
    expect(scan(text).values).toEqual(expected)
  })

  it('reports a document that is cut off and does not search inside it', () => {
    expect(scan('{"ok":false,"inner":{"ok":true},')).toEqual({
      cut: true,
      broken: true,
      values: [],
    })
    expect(scan('noise { and [')).toMatchObject({ cut: false })
  })

  it.each(['\\', '\\u', '\\u0', '\\u00e'])(
    'reports a document that is cut off inside the escape %j',
    (escape) => {
      expect(scan(`{"ok":true}\n{"a":"${escape}`)).toMatchObject({ cut: true })
    },
  )

  it('reports a document that is cut off anywhere', () => {
    const whole = '{"a":[true,false,null,-1.5e+3,0.25,"x\\u00e9\\n"],"b":{"c":[]}}'
    for (let end = 5; end < whole.length; end += 1) {
      const text = `{"ok":true}\n${whole.slice(0, end)}`
      expect(scan(text), text).toMatchObject({ cut: true })
    }
  })

  it('ignores documents after a broken one on the same line', () => {
    expect(scan('{"ok":false, oops {"ok":true}}').values).toEqual([])
    expect(scan('{"ok":false, oops\n  {"ok":true}}').values).toEqual([])
  })

  it('finds every document on its own line among noise', () => {
    const noise = fc.stringMatching(/^[a-z :.<>!-]{0,20}$/)
    const documents = fc.array(
      fc.tuple(
        jsonValue.filter((value) => typeof value === 'object' && value !== null),
        noise,
      ),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(documents, fc.boolean(), (parts, isPretty) => {
        const text = parts
          .map(([value, before]) => `${before}\n${JSON.stringify(value, null, isPretty ? 2 : 0)}\n`)
          .join('')
        expect(scan(text).values).toEqual(parts.map(([value]) => value))
      }),
    )
  })

  it('accepts exactly the documents that a parser accepts', () => {
    const part = fc.constantFrom('\\', '"', 'n', 'u', '00', 'e9', 'x', '/', '\\u', ' ')
    const escapes = fc.array(part).map((parts) => `["${parts.join('')}"]`)
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), escapes), (text) => {
        fc.pre(/^[[{]/.test(text))
        const { kind, end } = extentOf(text, 0)
        const isWhole = kind === 'complete' && end === text.trimEnd().length
        let parsed = true
        try {
          JSON.parse(text)
        } catch {
          parsed = false
        }
        expect(isWhole).toBe(parsed)
      }),
    )
  })

  it.each(['{', '[', '{ ', '[x', '{"', '["', '"', '{"a":', '[1,', '[[["', '{"a":1\n', '\\'])(
    'survives a flood of %j',
    (part) => {
      const text = part.repeat(2_000_000 / part.length)
      const start = process.cpuUsage()
      scan(text)
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000)
    },
  )

  it('parses deep documents, but not the deepest', () => {
    expect(scan('['.repeat(5000) + ']'.repeat(5000)).values).toHaveLength(1)
    const depth = 600_000
    expect(scan('['.repeat(depth) + ']'.repeat(depth)).values.length).toBeLessThan(2)
  })
})
