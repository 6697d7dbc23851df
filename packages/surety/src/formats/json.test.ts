import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../contract/index.ts'
import { formatCases } from './format.suite.ts'
import { json } from './json.ts'

formatCases(json)

describe('json', () => {
  it('is one compact line without an indentation', () => {
    expect(json.render({ a: [1, 2] })).toBe('{"a":[1,2]}')
    expect(json.render({ a: 1 }, { indent: 2 })).toBe('{\n  "a": 1\n}')
  })

  it('escapes everything outside ASCII on request', () => {
    expect(json.render('ü👍', { ascii: true })).toBe('"\\u00fc\\ud83d\\udc4d"')
  })

  it('keeps long strings on one line (REQ-F-056)', () => {
    const url = `https://example.com/${'x'.repeat(200)}`
    expect(json.render({ url })).toBe(`{"url":"${url}"}`)
  })

  it('parses what it wrote for a value too deep for JSON.stringify', () => {
    let deep: JsonValue = ['bottom', { 'a"b': null }]
    for (let level = 0; level < 20_000; level++) deep = level % 2 ? [deep, 1] : { a: true, deep }
    const text = json.render(deep) as string
    let back = JSON.parse(text) as JsonValue
    for (let level = 20_000; level > 0; level--) {
      back = (back as Record<string, JsonValue>)[level % 2 ? 'deep' : '0']!
    }
    expect(back).toEqual(['bottom', { 'a"b': null }])
  })
})
