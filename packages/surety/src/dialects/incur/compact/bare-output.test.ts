import { describe, expect, it } from 'vitest'

import { readPrinted } from './bare-output.ts'
import { CaptureReader } from '../../read/capture-reader.ts'

const printed = (stdout: string) =>
  readPrinted(new CaptureReader({ stdout, stderr: '', exit_code: 0 })).value

describe('readPrinted', () => {
  it.each([
    ['see [1] for details'],
    ['Done [1]'],
    ['[1] is the first note'],
    ['Removed {}'],
    ['see {"a":1} for details'],
    ['made [base] and [2]'],
  ])('reads a sentence with brackets as text: %j', (stdout) => {
    expect(printed(stdout)).toBe(stdout)
  })

  it.each([
    ['see [1] for details\n{"a":1}\n', { a: 1 }],
    ['working\r{"a":1}\n', { a: 1 }],
    ['working\n\u001b[2K\u001b[0G[1]\u0000\n', [1]],
    ['result: {"a":1}', { a: 1 }],
    ['{"a":1} done', { a: 1 }],
    ['  [1]\nbye', [1]],
    ['noise\n{\n  "a": [1]\n}\nmore noise', { a: [1] }],
    ['rows: [{"a":1}]', [{ a: 1 }]],
  ])('finds the answer among noise: %j', (stdout, value) => {
    expect(printed(stdout)).toEqual(value)
  })

  it.each([
    ['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['[1]\n[2]\n', [[1], [2]]],
    ['1\n"x"\nnull', [1, 'x', null]],
  ])('reads one value per line as a list: %j', (stdout, value) => {
    expect(printed(stdout)).toEqual(value)
  })
})
