import { describe, expect, it } from 'vitest'

import { toPrintedData } from './printed-data.ts'
import { isResult } from './run-foreign.ts'

describe('what a program printed', () => {
  it.each([
    ['', null],
    ['\n', null],
    ['two\nlines\n', 'two\nlines'],
    ['{"a":1}\n', { a: 1 }],
    ['[1,\n2]\n', [1, 2]],
    ['{"a":1}\r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
    ['{"a":1}\nnot\n', '{"a":1}\nnot'],
    ['1.10\n', '1.10'],
    ['null\n', 'null'],
    ['[draft] a title\n', '[draft] a title'],
  ])('%j is data by itself', (printed, data) => {
    expect(toPrintedData(printed)).toEqual(data)
  })

  it('is read as it is declared', () => {
    expect(toPrintedData('{"a":1}\n', 'text')).toBe('{"a":1}')
    expect(toPrintedData('a\nb\n', 'lines')).toEqual(['a', 'b'])
    expect(toPrintedData('', 'lines')).toEqual([])
    expect(toPrintedData('1\n', 'json')).toBe(1)
    expect(toPrintedData('{"a":1}\n', 'jsonl')).toEqual([{ a: 1 }])
    expect(toPrintedData('', 'jsonl')).toEqual([])
    expect(toPrintedData('noise', 'none')).toBeNull()
    expect(() => toPrintedData('no', 'json')).toThrow('did not print JSON')
  })
})

describe('what an action returned', () => {
  it('is its result if somebody meant it', () => {
    expect(isResult({ a: 1 }, true)).toBe(true)
    expect(isResult([], true)).toBe(true)
    expect(isResult(new Date(0), true)).toBe(true)
    expect(isResult(3, false)).toBe(true)
    expect(isResult(null, false)).toBe(true)
  })

  it('is no result if it came about by accident', () => {
    expect(isResult(undefined, false)).toBe(false)
    expect(isResult(3, true)).toBe(false)
    expect(isResult(new Map(), false)).toBe(false)
    expect(isResult(() => 1, false)).toBe(false)
  })
})
