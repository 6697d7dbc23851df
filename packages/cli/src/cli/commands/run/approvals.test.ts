import fc from 'fast-check'
import { expect, test } from 'vitest'

import { quoteWords } from '@surety/internal/quote-words.ts'
import { approves } from './approvals.ts'

test.each([
  ['newtool *', ['newtool', 'list', '--all'], true],
  ['newtool list', ['newtool', 'list'], true],
  ['newtool list', ['newtool', 'list', '--all'], false],
  ['newtool *', ['newtool2', 'list'], false],
  ['newtool', ['sh', '-c', 'newtool'], false],
  ['*newtool', ['sh', '-c', 'newtool'], false],
  ['new.ool *', ['newtool', 'x'], false],
  ['', ['newtool'], false],
])('the pattern %j on %j: %s', (pattern, words, expected) => {
  expect(approves(pattern, words)).toBe(expected)
})

test('a pattern without a star approves nothing but itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { minLength: 1 }),
      fc.string({ minLength: 1 }),
      (words, text) => {
        const pattern = text.replaceAll('*', '')
        expect(approves(pattern, words)).toBe(pattern !== '' && quoteWords(words) === pattern)
      },
    ),
  )
})
