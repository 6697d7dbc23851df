import fc from 'fast-check'
import { expect, test } from 'vitest'

import { defineExitCode, isCustomExitCode, type CustomExitDeclaration } from './custom-exit.ts'
import { Defect } from '../outcome/defect.ts'
import { findProblems } from '../validate/validate-envelope.ts'
import entrySchema from '../../../schemas/1.0/exit-code-entry.json' with { type: 'json' }

const declaration = { name: 'QUOTA_SPENT', number: 79, description: 'The quota is used up' }
const refusalOf = (parts: Partial<CustomExitDeclaration>): string => {
  try {
    defineExitCode({ ...declaration, ...parts })
  } catch (cause) {
    if (cause instanceof Defect) return cause.code
    throw cause
  }
  return 'accepted'
}

test('accepts 79 to 125 and refuses every other number', () => {
  for (let number = -2; number <= 300; number++) {
    const isOurs = number >= 79 && number <= 125
    expect([number, refusalOf({ number })]).toEqual([
      number,
      isOurs ? 'accepted' : 'EXIT_NUMBER_REFUSED',
    ])
  }
  for (const number of [79.5, Number.NaN, Infinity]) {
    expect(refusalOf({ number })).toBe('EXIT_NUMBER_REFUSED')
  }
})

test.each([
  ['a name in lower case', { name: 'quota' }, 'EXIT_NAME_INVALID'],
  ['no name', { name: '' }, 'EXIT_NAME_INVALID'],
  ['a standard name', { name: 'NOT_FOUND' }, 'EXIT_NAME_TAKEN'],
  ['the name of a signal', { name: 'TERMINATED' }, 'EXIT_NAME_TAKEN'],
  ['no description', { description: '' }, 'EXIT_DESCRIPTION_INVALID'],
  ['a description of 121 characters', { description: 'x'.repeat(121) }, 'EXIT_DESCRIPTION_INVALID'],
  [
    'retryable with side effects',
    { retryable: true, sideEffects: 'partial' },
    'EXIT_RETRYABLE_UNSAFE',
  ],
  [
    'retryable without saying that nothing was changed',
    { retryable: true },
    'EXIT_RETRYABLE_UNSAFE',
  ],
  ['complete side effects', { sideEffects: 'complete' }, 'EXIT_COMPLETE_REFUSED'],
] as const)('refuses %s', (_title, parts, code) => {
  expect(refusalOf(parts)).toBe(code)
})

test('has safe defaults and is frozen', () => {
  const code = defineExitCode(declaration)
  expect(code).toMatchObject({
    retryable: false,
    side_effects: 'partial',
    category: 'GENERAL_ERROR',
  })
  expect(Object.isFrozen(code)).toBe(true)
})

test('declares entries that the published schema accepts', () => {
  const description = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(description, fc.boolean(), (text, retryable) => {
      fc.pre(Array.from(text).length <= 120)
      const code = defineExitCode({
        ...declaration,
        description: text,
        retryable,
        sideEffects: retryable ? 'none' : 'partial',
      })
      const { name, side_effects } = code
      expect(
        findProblems(entrySchema, { name, description: text, retryable, side_effects }),
      ).toEqual([])
    }),
  )
})

test('is not confused with a number or an incomplete object', () => {
  expect(isCustomExitCode(defineExitCode(declaration))).toBe(true)
  for (const other of [
    79,
    'QUOTA_SPENT',
    null,
    {},
    { ...defineExitCode(declaration), number: 0 },
  ]) {
    expect(isCustomExitCode(other)).toBe(false)
  }
})
