import fc from 'fast-check'
import { expect, test } from 'vitest'

import { matchPatterns } from './patterns.ts'

test('gives the named groups of each text', async () => {
  expect(
    await matchPatterns([
      { pattern: '^(?<name>\\w+)=(?<value>.*)$', texts: ['a=1', 'no', 'x\nb=2'] },
      { pattern: 'never', texts: ['a'] },
    ]),
  ).toEqual([[{ 1: 'a', name: 'a', value: '1' }, null, { 1: 'b', name: 'b', value: '2' }], [null]])
})

test('gives the line in which a match begins, if it is wanted', async () => {
  const texts = ['one\nHTTP 401: no\nTry this', '\n\n  401', '401\nlast']
  const [found] = await matchPatterns([{ pattern: '\\s*401', texts, wantsLine: true }])
  expect(found).toEqual([{ 0: 'HTTP 401: no' }, { 0: '  401' }, { 0: '401' }])
})

test('ends a pattern that would take years, and keeps the others', async () => {
  const hostile = `${'a'.repeat(60)}!`
  const started = performance.now()
  expect(
    await matchPatterns([
      { pattern: '^(a+)+$', texts: [hostile] },
      { pattern: '(?<end>!)$', texts: [hostile] },
    ]),
  ).toEqual(['too slow', [{ 1: '!', end: '!' }]])
  expect(performance.now() - started).toBeLessThan(100_000)
})

test('sees the end of a long text only', async () => {
  const texts = [`start${'x'.repeat(200_000)}end`]
  expect(
    await matchPatterns([
      { pattern: 'start', texts },
      { pattern: 'end$', texts },
    ]),
  ).toEqual([[null], [{}]])
})

test('looks at the whole of a value, over its lines and however long it is', async () => {
  const task = { pattern: '^[^@]\\w*$', isWhole: true }
  const texts = ['ab', 'ab\ncd', `@${'x'.repeat(100_000)}`, '@x']
  expect(await matchPatterns([{ ...task, texts }])).toEqual([[{}, null, null, null]])
})

test('matches as a regular expression does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (start, rest) => {
      const pattern = start.replaceAll(/[^\w ]/g, '') || 'x'
      const [found] = await matchPatterns([{ pattern, texts: [rest, pattern] }])
      expect(found).toEqual([new RegExp(pattern, 'mu').test(rest) ? {} : null, {}])
    }),
    { numRuns: 20 },
  )
})
