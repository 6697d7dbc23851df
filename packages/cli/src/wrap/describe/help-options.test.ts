import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readHelpOptions } from './help-options.ts'

test.each([
  [
    '  -n, --lines <count>  How many',
    { lines: { summary: 'How many', value_name: 'count', aliases: ['-n'] } },
  ],
  [
    '  -n, --lines=NUM   How many',
    { lines: { summary: 'How many', value_name: 'NUM', aliases: ['-n'] } },
  ],
  [
    '      --color[=WHEN]  Colours',
    { color: { summary: 'Colours', value_name: 'WHEN', bare: true } },
  ],
  [
    '  -q                 Says less',
    { q: { summary: 'Says less', type: 'boolean', words: ['-q'] } },
  ],
  [
    '  -C PATH  Works there',
    { C: { summary: 'Works there', value_name: 'PATH', words: ['-C', '{}'] } },
  ],
  ['  --all, -a  Shows all', { all: { summary: 'Shows all', type: 'boolean', aliases: ['-a'] } }],
  [
    '  -R, --repo string   Select another',
    { repo: { summary: 'Select another', value_name: 'string', aliases: ['-R'] } },
  ],
  ['Use --this in a text', {}],
  ['  a - b', {}],
])('reads %j', (line, expected) => {
  expect(readHelpOptions(`Options:\n${line}\n`)).toEqual(expected)
})

test('throws nothing, and a flood takes no longer than a page', () => {
  fc.assert(fc.property(fc.string(), (text) => void readHelpOptions(`  -${text}`)))
  for (const part of [',-a', ' -a', ' A|A', ' <a', ' [a', '  a', '[', '<'])
    expect(Object.keys(readHelpOptions(`  -x${part.repeat(300_000)}`))).toEqual([])
})
