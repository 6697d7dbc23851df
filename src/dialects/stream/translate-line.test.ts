import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createLineTranslator, holdsInexact } from './translate-line.ts'
import { claw2, spec } from './translation-run.suite.ts'

const failure = (exit: string): string =>
  `{"timestamp":"t","command":"c",${exit}"error":{"kind":"runtime","operation":"o","target":"t","retryable":false,"message":"m"}}`

describe('problems of a line of claw 2.0', () => {
  const problems = (line: string): readonly string[] => {
    const result = createLineTranslator(claw2, spec).translate(line)
    return result.ok ? result.problems : [result.error.code]
  }

  it('do not exist if the exit number in the body fits the error', () => {
    expect(problems(failure('"exit_code":1,'))).toEqual([])
  })

  it('include an error beside exit_code 0', () => {
    expect(problems(failure('"exit_code":0,'))).toEqual(['error_on_success'])
  })

  it('include a missing exit_code, but nothing about a process', () => {
    expect(problems(failure(''))).toEqual(['exit_code_missing'])
  })
})

describe('numbers', () => {
  it.each(['12345678901234567890', '0.1234567890123456789', '1e400', '-1e400', '1e-400'])(
    'are inexact if a double cannot hold them: %s',
    (number) => {
      expect(holdsInexact(`[${number}]`)).toBe(true)
    },
  )

  it.each([
    '1.0',
    '-0',
    '1e3',
    '12345678901234567000',
    '9007199254740992',
    '1.50e+300',
    '0.10',
    '0e999',
  ])('are exact if only their spelling changes: %s', (number) => {
    expect(holdsInexact(`[${number}]`)).toBe(false)
  })

  it('are ignored inside strings', () => {
    expect(holdsInexact('["12345678901234567890","\\"1e400"]')).toBe(false)
  })

  it('that JSON.stringify wrote are never inexact', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => !holdsInexact(JSON.stringify(value))))
  })
})
