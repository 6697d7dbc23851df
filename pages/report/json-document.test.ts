import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  countMembers,
  firstMembers,
  isParent,
  searchJson,
  textOf,
  toJson,
  type Json,
} from './json-document.ts'

const documents = fc.json({ maxDepth: 5 }).map((text) => JSON.parse(text) as Json)

/** Counts by looking at every member, in the plainest way. */
function matchesIn(value: Json, words: string): number {
  if (!isParent(value)) return textOf(value).toLowerCase().includes(words) ? 1 : 0
  return Object.entries(value).reduce(
    (sum, [name, member]) =>
      sum +
      matchesIn(member, words) +
      (!Array.isArray(value) && name.toLowerCase().includes(words) ? 1 : 0),
    0,
  )
}

test('a search counts every name and value that holds the words, in every part', () => {
  fc.assert(
    fc.property(documents, fc.string({ minLength: 1, maxLength: 2 }), (document, text) => {
      const words = text.toLowerCase()
      const search = searchJson(document, words)
      expect(search.total).toBe(matchesIn(document, words))
      for (const [part, { matches, members }] of search.parts) {
        expect(matches).toBe(matchesIn(part, words))
        expect(
          firstMembers(part, Infinity, (...each) => search.isWanted(part, ...each)),
        ).toHaveLength(members)
      }
    }),
  )
})

test('members come in their order, and no more than were asked for', () => {
  fc.assert(
    fc.property(documents.filter(isParent), fc.nat(5), (document, most) => {
      expect(firstMembers(document, most)).toEqual(Object.entries(document).slice(0, most))
      expect(countMembers(document)).toBe(Object.entries(document).length)
    }),
  )
})

test('of many matches only the first are opened', () => {
  const document = Array.from({ length: 1000 }, (_, at) => ({ inner: { name: `word ${at}` } }))
  const { total, parts } = searchJson(document, 'word')
  expect(total).toBe(1000)
  // The document, and two parts on the way to each of the first 200.
  expect([...parts.values()].filter(({ isOpened }) => isOpened)).toHaveLength(1 + 2 * 200)
})

test.each([
  ['{"a":1}', { a: 1 }],
  [' [1]\n', [1]],
  ['{"a":1}\n{"a":2}', undefined],
  ['7', undefined],
  [`${'['.repeat(101)}${']'.repeat(101)}`, undefined],
  [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, undefined],
])('%.20j is a document, or is shown as text', (text, document) => {
  expect(toJson(text)).toEqual(document)
})
