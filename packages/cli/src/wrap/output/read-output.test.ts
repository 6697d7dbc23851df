import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Output } from 'surety/unstable/description'
import { readOutput } from './read-output.ts'

const read = async (output: Output, stdout: string, stderr = '') => {
  const result = await readOutput(output, { stdout, stderr })
  return result.ok ? [result.data, ...result.warnings] : result.problem
}

test.each<[string, Output, string, unknown]>([
  ['text without its last line break', { as: 'text' }, 'a\nb\n', [{ text: 'a\nb' }]],
  ['JSON where it is', { as: 'auto' }, '{"a":1}\n', [{ a: 1 }]],
  ['text where it only looks like JSON', { as: 'auto' }, '[x]\n', [{ text: '[x]' }]],
  ['a part of a document', { as: 'json', pick: '/a/0' }, '{"a":[7]}', [7]],
  ['a part of every item', { as: 'json', pick: 'a.*.b' }, '{"a":[{"b":1},{},{"b":2}]}', [[1, 2]]],
  ['a place without a value', { as: 'json', pick: '/constructor' }, '{}', [null]],
  ['documents per line', { as: 'jsonl' }, '1\n\n{"a":2}\n', [[1, { a: 2 }]]],
  ['lines', { as: 'lines' }, 'a\r\n\nb\n', [['a', '', 'b']]],
  ['records', { as: 'records' }, 'a\nb\0c\0', [['a\nb', 'c']]],
  ['records without the last NUL', { as: 'records' }, 'a\0b', [['a', 'b']]],
  ['no records', { as: 'records' }, '', [[]]],
  ['nothing', { as: 'none' }, 'x', [null]],
  [
    'fields, the last with the separator in it',
    { as: 'lines', fields: ['a', 'b'], separator: ':', types: { a: 'integer' } },
    '1:x:y\n2\n',
    [
      [
        { a: 1, b: 'x:y' },
        { a: 2, b: '' },
      ],
    ],
  ],
  [
    'a member with a name that objects have',
    { as: 'lines', fields: ['__proto__', 'b'], separator: ':' },
    'x:y\n',
    [[JSON.parse('{"__proto__":"x","b":"y"}')]],
  ],
  [
    'numbers that are none, and numbers that JSON cannot hold',
    { as: 'lines', pattern: '^(?<n>.*)$', types: { n: 'integer' } },
    '7\nmany\n-\n99999999999999999999\n',
    [[{ n: 7 }, { n: 'many' }, { n: null }, { n: '99999999999999999999' }]],
  ],
  [
    'lines that do not match',
    { as: 'lines', pattern: '^(?<n>\\d+)$' },
    '1\nx\n',
    [[{ n: '1' }], '1 of 2 lines of stdout do not match the pattern of the description'],
  ],
  [
    'a number with too many digits',
    { as: 'json' },
    '{"id":12345678901234567890}',
    [
      { id: 12345678901234567000 },
      'A number of stdout has more digits than JSON numbers can hold: 12345678901234567890',
    ],
  ],
])('%s', async (_title, output, stdout, expected) => {
  expect(await read(output, stdout)).toEqual(expected)
})

test('finds JSON among the lines of stderr, and puts members together', async () => {
  const output: Output = {
    members: { code: { from: 'stderr', as: 'json', pick: '/code' }, body: { as: 'auto' } },
  }
  expect(await read(output, 'x\n', 'curl: (22) failed\n{"code":404}\n')).toEqual([
    { code: 404, body: 'x' },
  ])
  expect(await read(output, 'x\n', 'no json')).toMatch(/^stderr is not JSON/)
})

test('refuses what is no JSON and what is nested too deeply', async () => {
  expect(await read({ as: 'json' }, 'nope')).toMatch(/^stdout is not JSON/)
  expect(await read({ as: 'jsonl' }, '1\n{')).toMatch(/^line 2 of stdout is not JSON/)
  expect(await read({ as: 'json' }, '['.repeat(600) + ']'.repeat(600))).toMatch(/nested too deeply/)
})

test('never throws, and keeps every record', async () => {
  const kinds = ['auto', 'text', 'json', 'jsonl', 'lines', 'records'] as const
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.constantFrom(...kinds), async (text, as) => {
      await readOutput({ as }, { stdout: text, stderr: text })
    }),
  )
  const name = fc
    .string({ minLength: 1 })
    .filter((text) => !text.includes('\0') && text.trim() !== '')
  await fc.assert(
    fc.asyncProperty(fc.array(name), async (names) => {
      const stdout = names.map((each) => `${each}\0`).join('')
      expect(await read({ as: 'records' }, stdout)).toEqual([names])
    }),
  )
})
