import fc from 'fast-check'
import { expect, test } from 'vitest'

import { callWords } from './call-words.ts'
import type { WrappedCommand } from './wrap-description.ts'

const command = (members: Partial<WrappedCommand>): WrappedCommand => ({
  summary: 'x',
  danger: 'safe',
  call: [],
  ...members,
})
const text = { summary: 'x' }

test.each<[string, Partial<WrappedCommand>, Record<string, unknown>, readonly string[]]>([
  [
    'options follow the fixed words',
    { call: ['ls'], options: { all: { ...text, type: 'boolean' } } },
    { all: true },
    ['ls', '--all'],
  ],
  [
    'a switch that is off has no word',
    { call: ['ls'], options: { all: { ...text, type: 'boolean' } } },
    { all: false },
    ['ls'],
  ],
  [
    'values are joined to their flag',
    { call: ['ls'], options: { depth: text } },
    { depth: 2 },
    ['ls', '--depth=2'],
  ],
  [
    'options come before the end of options',
    { call: ['rm', '--'], options: { v: text }, args: { file: text } },
    { v: 'x', file: '-f' },
    ['rm', '--v=x', '--', '-f'],
  ],
  [
    'options go where the call says',
    { call: ['{options}', 'run'], options: { v: text } },
    { v: 'x' },
    ['--v=x', 'run'],
  ],
  [
    'a named option goes where it is named',
    { call: ['a', '{v}', 'b'], options: { v: { ...text, words: ['-v', '{}'] } } },
    { v: 'x' },
    ['a', '-v', 'x', 'b'],
  ],
  ['a word is left out with its value', { call: ['a', '--max={n}'], args: { n: text } }, {}, ['a']],
  [
    'several values repeat their words',
    { call: ['a'], options: { h: { ...text, many: true, words: ['-H', '{}'] } } },
    { h: ['1', '2'] },
    ['a', '-H', '1', '-H', '2'],
  ],
  [
    'arguments come last',
    { call: ['a'], args: { one: text, two: { ...text, many: true } } },
    { one: '1', two: ['2', '3'] },
    ['a', '1', '2', '3'],
  ],
  [
    'braces in values stay',
    { call: ['a', '{one}'], args: { one: text } },
    { one: '{one}{}$&' },
    ['a', '{one}{}$&'],
  ],
])('%s', (_title, members, values, words) => {
  expect(callWords(command(members), values)).toMatchObject({ words, dashes: [] })
})

test('hands a value over in a variable', () => {
  const given = command({ call: ['a'], options: { token: { ...text, env: 'TOKEN' } } })
  expect(callWords(given, { token: 's' })).toEqual({
    words: ['a'],
    env: { TOKEN: 's' },
    dashes: [],
  })
})

test('no value can be taken as an option without being reported', () => {
  const described = command({
    call: ['run', '{options}', '{one}', 'x{one}', '--', '{rest}'],
    args: { one: text, rest: { ...text, many: true } },
    options: {
      flag: { ...text, words: ['-f', '{}'] },
      joined: text,
      bare: { ...text, words: ['{}'] },
    },
  })
  const value = fc.oneof(fc.string(), fc.constantFrom('-', '--', '--upload-pack=x', '-rf', '--='))
  fc.assert(
    fc.property(
      fc.record(
        { one: value, bare: value, flag: value, joined: value, rest: fc.array(value) },
        { requiredKeys: [] },
      ),
      (values) => {
        const { words, dashes } = callWords(described, values)
        const end = words.length - (values.rest?.length ?? 0) - 1
        const suspicious = words
          .slice(0, end)
          .filter(
            (word, at) =>
              word.startsWith('-') &&
              word !== '-f' &&
              words[at - 1] !== '-f' &&
              !word.startsWith('--joined='),
          )
        if (dashes.length === 0) expect(suspicious).toEqual([])
        const given = [values.one, values.bare].filter((each) => each?.startsWith('-'))
        expect(dashes.length).toBeGreaterThanOrEqual(given.length)
        expect(words.slice(words.length - (values.rest?.length ?? 0))).toEqual(values.rest ?? [])
      },
    ),
  )
})
