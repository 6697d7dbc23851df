import { describe, expect, test } from 'vitest'

import { EXIT_CODE_TABLES } from './exit-code-tables.ts'
import { rangeOf } from './exit-ranges.ts'
import { defaultRetryable, defaultSideEffects, ExitCode, standardExitName } from './exit-codes.ts'
import {
  FAILURE_NAMES,
  isFailureName,
  isStandardExitName,
  SIGNAL_EXITS,
  type StandardExitName,
} from './exit-names.ts'

const names = Object.keys(EXIT_CODE_TABLES['1.6']) as StandardExitName[]
const numbers = (generation: '1.0' | '1.6') =>
  Object.fromEntries(names.map((name) => [name, EXIT_CODE_TABLES[generation][name].number]))
const retry = (generation: '1.0' | '1.6') =>
  Object.fromEntries(names.map((name) => [name, EXIT_CODE_TABLES[generation][name].retryable]))

const shared = {
  SUCCESS: 0,
  GENERAL_ERROR: 1,
  PRECONDITION: 4,
  NOT_FOUND: 5,
  CONFLICT: 6,
  PERMISSION_DENIED: 7,
  AUTH_REQUIRED: 8,
  PAYMENT_REQUIRED: 9,
  TIMEOUT: 10,
  RATE_LIMITED: 11,
  UNAVAILABLE: 12,
  REDIRECTED: 13,
}

test('the generations differ in two numbers', () => {
  expect(numbers('1.0')).toEqual({ ...shared, PARTIAL_FAILURE: 2, ARG_ERROR: 3 })
  expect(numbers('1.6')).toEqual({ ...shared, ARG_ERROR: 2, PARTIAL_FAILURE: 3 })
})

test('the generations differ in what can be retried', () => {
  const same = {
    SUCCESS: 'n/a',
    GENERAL_ERROR: 'depends',
    PARTIAL_FAILURE: 'no',
    NOT_FOUND: 'no',
    CONFLICT: 'no',
    PERMISSION_DENIED: 'no',
    RATE_LIMITED: 'yes',
    UNAVAILABLE: 'yes',
  }
  expect(retry('1.0')).toEqual({
    ...same,
    ARG_ERROR: 'yes',
    PRECONDITION: 'depends',
    AUTH_REQUIRED: 'yes',
    PAYMENT_REQUIRED: 'yes',
    TIMEOUT: 'yes',
    REDIRECTED: 'yes',
  })
  expect(retry('1.6')).toEqual({
    ...same,
    ARG_ERROR: 'after fix',
    PRECONDITION: 'after fix',
    AUTH_REQUIRED: 'after fix',
    PAYMENT_REQUIRED: 'after fix',
    TIMEOUT: 'depends',
    REDIRECTED: 'after fix',
  })
})

test('only a plain yes is declared as retryable', () => {
  expect(names.filter((name) => defaultRetryable(name, '1.6'))).toEqual([
    'RATE_LIMITED',
    'UNAVAILABLE',
  ])
  expect(defaultRetryable('PRECONDITION', '1.0')).toBe(false)
  expect(defaultRetryable('TIMEOUT', '1.0')).toBe(true)
})

test('unknown side effects are declared as partial', () => {
  expect(names.filter((name) => defaultSideEffects(name) === 'partial')).toEqual([
    'GENERAL_ERROR',
    'PARTIAL_FAILURE',
    'TIMEOUT',
  ])
  expect(names.filter((name) => defaultSideEffects(name) === 'complete')).toEqual(['SUCCESS'])
})

test.each([
  ['success', ['SUCCESS']],
  ['execution', ['GENERAL_ERROR', 'PARTIAL_FAILURE']],
  ['input', ['ARG_ERROR', 'PRECONDITION']],
  ['resource', ['NOT_FOUND', 'CONFLICT']],
  ['auth', ['PERMISSION_DENIED', 'AUTH_REQUIRED', 'PAYMENT_REQUIRED']],
  ['infrastructure', ['TIMEOUT', 'RATE_LIMITED', 'UNAVAILABLE']],
  ['routing', ['REDIRECTED']],
] as const)('the group %s has the same members in both generations', (group, members) => {
  for (const generation of ['1.0', '1.6'] as const) {
    const inGroup = names.filter((name) => EXIT_CODE_TABLES[generation][name].group === group)
    expect(inGroup.sort()).toEqual([...members].sort())
  }
})

test.each([
  [0, 'standard'],
  [13, 'standard'],
  [14, 'framework extensions'],
  [63, 'framework extensions'],
  [64, 'sysexits'],
  [78, 'sysexits'],
  [79, 'command-specific'],
  [125, 'command-specific'],
  [126, 'shell'],
  [255, 'shell'],
  [-1, 'out of range'],
  [256, 'out of range'],
  [Number.NaN, 'out of range'],
] as const)('number %s is in the range %s', (number, use) => {
  expect(rangeOf(number)).toBe(use)
})

describe('exit codes', () => {
  test('are their own names, and cannot be changed', () => {
    for (const name of names) expect(ExitCode[name]).toBe(name)
    expect(Object.isFrozen(ExitCode)).toBe(true)
    for (const table of Object.values(EXIT_CODE_TABLES)) {
      expect(Object.isFrozen(table)).toBe(true)
      for (const row of Object.values(table)) expect(Object.isFrozen(row)).toBe(true)
    }
  })

  test('are found by number in each generation', () => {
    for (const generation of ['1.0', '1.6'] as const) {
      for (const name of names) {
        expect(standardExitName(EXIT_CODE_TABLES[generation][name].number, generation)).toBe(name)
      }
      expect(standardExitName(14, generation)).toBeUndefined()
    }
  })

  test('are not confused with other names, such as those of Object.prototype', () => {
    expect(FAILURE_NAMES).toHaveLength(13)
    expect(isFailureName('SUCCESS')).toBe(false)
    for (const other of ['constructor', '__proto__', 'success', '', 0, null]) {
      expect(isStandardExitName(other)).toBe(false)
    }
  })

  test('have the numbers of the shell for signals', () => {
    expect(SIGNAL_EXITS.INTERRUPTED).toEqual({ number: 130, signal: 'SIGINT' })
    expect(SIGNAL_EXITS.TERMINATED).toEqual({ number: 143, signal: 'SIGTERM' })
  })
})
