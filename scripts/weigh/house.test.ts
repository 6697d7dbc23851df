import { expect, test } from 'vitest'

import { filesWithRules } from './generation-rules.ts'
import { runFacts, runWriters } from './run-facts.ts'
import { longFunctions } from './sources.ts'

// These grew unseen while nobody counted; a start is counted in tests/cold-start.test.ts.
test('at most 7 functions are longer than 60 lines', () => {
  expect(longFunctions(60).length, longFunctions(60).join('\n')).toBeLessThanOrEqual(7)
})

test('a run has at most 25 facts, and at most 20 files write them', () => {
  expect(runFacts().length).toBeLessThanOrEqual(25)
  expect(runWriters().length).toBeLessThanOrEqual(20)
})

test('at most 12 files ask for a rule of a generation', () => {
  expect(filesWithRules().length, filesWithRules().join('\n')).toBeLessThanOrEqual(12)
})
