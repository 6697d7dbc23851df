import fc from 'fast-check'
import { expect, it } from 'vitest'

import { literalOf, partsIn, type Line, type SimpleCommand } from './line-tree.ts'
import { parseLine } from './parse-line.ts'

const simpleCommands = (line: Line): readonly SimpleCommand[] =>
  partsIn(line).flatMap((part) =>
    part.kind === 'simple' ? [part] : part.kind === 'group' ? simpleCommands(part.line) : [],
  )
const words = (text: string) =>
  simpleCommands(parseLine(text) as Line).map((command) => command.words.map(literalOf))

it.each([
  ['ls -la "a b" c\\ d', [['ls', '-la', 'a b', 'c d']]],
  ["echo 'it''s' a\"b\"c", [['echo', 'its', 'abc']]],
  ['a | b && c; d', [['a'], ['b'], ['c'], ['d']]],
  ['(a; b) | { c; }', [['a'], ['b'], ['c']]],
  ['grep "foo$" x # comment', [['grep', 'foo$', 'x']]],
  ['ls *.ts $x ~ {a,b}', [['ls', undefined, undefined, undefined, undefined]]],
  ['dd if=a of=b', [['dd', 'if=a', 'of=b']]],
])('%j has the words %j', (line, expected) => {
  expect(words(line)).toEqual(expected)
})

it.each([
  ['find (.', 'Something stands between the words of a command.'],
  ['ls |', 'The line has a mistake: '],
  ['if true', 'The line has a mistake: '],
  ['x'.repeat(70_000), 'The line is too long.'],
])('%j is not read', (line, why) => {
  expect(parseLine(line)).toEqual({ why: expect.stringContaining(why) })
})

it.each([
  ['for a in b; do c; done', 'a loop'],
  ['if a; then b; fi', 'a condition'],
  ['f() { a; }', 'a function'],
  ['[[ a == b ]]', 'a test in double brackets'],
  ['(( 1 ))', 'arithmetic'],
])('%j is %s', (line, why) => {
  expect(partsIn(parseLine(line) as Line)).toMatchObject([{ kind: 'other', text: line, why }])
})

it.each([
  ['a 2>&1', ['stderr stdout']],
  ['a >/dev/null 2>&1', ['stdout null', 'stderr stdout']],
  ['a &>/dev/null', ['both null']],
  [
    'a > file 2>>file <in 3>x',
    ['stdout elsewhere', 'stderr elsewhere', 'stdin elsewhere', 'other elsewhere'],
  ],
  ['a <<< x', ['stdin elsewhere']],
  ['a >& file', ['both elsewhere']],
])('the redirections of %j are %j', (line, expected) => {
  const [command] = simpleCommands(parseLine(line) as Line)
  expect(command!.redirects.map(({ of, to }) => `${of} ${to}`)).toEqual(expected)
})

it('never throws, whatever the line', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      '|',
      '&&',
      '||',
      ';',
      '(',
      ')',
      '{',
      '}',
      '$(',
      '`',
      '"',
      "'",
      '\\',
      '\n',
      '<<E',
      '>&',
      '[[',
      'if ',
      'do ',
      '$',
      '*',
      '[a-',
      '~',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = parseLine(pieces.join(''))
      expect('why' in line || Array.isArray(line.statements)).toBe(true)
    }),
  )
})
