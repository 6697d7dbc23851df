import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import outputs from './outputs/outputs.json' with { type: 'json' }
import { knownCallOf } from './ready-calls.ts'
import { shortText } from './short-text.ts'

/** What real programs printed, and the lines that decide in it. */
const printed = await Promise.all(
  outputs.map(async ({ file, argv, decides }) => {
    const text = readFileSync(join(import.meta.dirname, `outputs/${file}.txt`), 'utf8')
    const form = (await knownCallOf(argv))?.short
    return { file, decides, text, short: form ? shortText(text, form).text : text }
  }),
)

test.each(printed)('keeps what decides in the output of $file', ({ decides, text, short }) => {
  for (const line of decides) expect(short).toContain(line)
  expect(short.length).toBeLessThanOrEqual(text.length)
})

test('half of the long outputs are at most half as long', () => {
  const shares = printed.map(({ text, short }) => short.length / text.length)
  shares.sort((one, other) => one - other)
  expect(shares[Math.floor(shares.length / 2)]).toBeLessThanOrEqual(0.5)
})

describe('a short form', () => {
  test('leaves out a line with those that belong to it, and counts it', () => {
    const form = { leaves_out: [{ lines: '^ok', with: '^ ', as: 'passed' }] }
    const { text, left } = shortText('ok 1\n  1 ms\nnot ok 2\n  2 ms\nok 3\n', form)
    expect(text).toBe('not ok 2\n  2 ms\n')
    expect([...left]).toEqual([['passed', 2]])
  })

  test('leaves nothing out of the report of a failure', () => {
    const form = { leaves_out: [{ lines: '^ok', as: 'passed' }], whole: '^FAIL', until: '^SUM' }
    expect(shortText('ok\nFAIL\nok\nSUM\nok\n', form).text).toBe('FAIL\nok\nSUM\n')
  })

  test('shows the first ones where the description says so', () => {
    const form = { leaves_out: [{ lines: '^w', keeps: 1, as: 'warnings' }] }
    const { text, left } = shortText('w1\nw2\nw3\n', form)
    expect([text, left.get('warnings')]).toEqual(['w1\n', 2])
  })

  test('keeps first and last rows of a listing', () => {
    const { text, left } = shortText('1\n2\n3\n4\n5\n', { rows: 2, last: 1 })
    expect([text, left.get('lines')]).toEqual(['1\n2\n5\n', 2])
    expect(shortText('1\n2\n3\n', { rows: 2, last: 1 }).text).toBe('1\n2\n3\n')
  })

  test.each([
    ['grep -rn a .', true],
    ['grep -A 100 a f', false],
    ['grep -B2 a f', false],
    ['grep -5 a f', false],
    ['grep --context=3 a f', false],
    ['grep -inC 3 a f', false],
  ])(
    'of %s is there: %s, because lines around a match are asked for to be read',
    async (line, is) => {
      const call = await knownCallOf(line.split(' '))
      expect(call?.short !== undefined).toBe(is)
    },
  )

  test('shows every line that the description does not name, in its order', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const text = lines.join('\n')
        const own = text.split('\n').filter((line) => !line.startsWith('ok'))
        const { text: shown } = shortText(text, { leaves_out: [{ lines: '^ok', as: 'passed' }] })
        expect(shown.split('\n').filter(Boolean)).toEqual(own.filter(Boolean))
      }),
    )
  })
})
