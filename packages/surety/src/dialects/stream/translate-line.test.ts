import { describe, expect, it } from 'vitest'

import { createLineTranslator } from './translate-line.ts'
import { claw2, spec } from './translation-run.suite.ts'

const failure = (exit: string): string =>
  `{"timestamp":"t","command":"c",${exit}"error":{"kind":"runtime","operation":"o","target":"t","retryable":false,"message":"m"}}`

describe('problems of a line of claw 2.0', () => {
  const problems = (line: string): readonly string[] => {
    const result = createLineTranslator(claw2, spec)(line)
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
