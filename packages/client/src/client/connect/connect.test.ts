import fc from 'fast-check'
import { expect, it } from 'vitest'

import { defineCli } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { runCli } from 'surety/unstable/testing'
import { inputWords } from './connect.ts'

const echo = defineCli({
  name: 'echo',
  danger: 'safe',
  args: { title: s.string(), moreTitles: s.array(s.string()).default([]) },
  options: {
    tags: s.array(s.string()).optional(),
    counts: s.array(s.integer()).optional(),
    weight: s.number().optional(),
    isLoud: s.boolean().optional(),
  },
  run: ({ args, options }) => ({ ...args, ...options }),
})

const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0'))

it('writes input that the tool reads back unchanged', async () => {
  const input = fc.record(
    {
      title: text,
      moreTitles: fc.array(text, { maxLength: 3 }),
      tags: fc.array(text, { maxLength: 3 }),
      counts: fc.array(fc.integer(), { maxLength: 3 }),
      weight: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
      isLoud: fc.boolean(),
    },
    { requiredKeys: ['title'] },
  )
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      const { outcome } = await runCli(echo, inputWords(given))
      expect(outcome.error?.message).toBeUndefined()
      expect(outcome.data).toEqual({ moreTitles: [], ...given })
    }),
    { numRuns: 60 },
  )
})

it('leaves out what is undefined, and writes dates and big integers as text', () => {
  const given = { a: undefined, b: new Date(0), c: 10n, d: { at: [1n] }, e: null }
  expect(inputWords(given)).toEqual([
    '--b=1970-01-01T00:00:00.000Z',
    '--c=10',
    '--d={"at":["1"]}',
    '--e=null',
  ])
})
