import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Line, Piece } from './line-tree.ts'
import { parseLine } from './parse-line.ts'
import { readPlainLine } from './plain-line.ts'

/** Adjacent texts are one text: the parser has one for each pair of quotes. */
function joined(line: unknown): unknown {
  return JSON.parse(JSON.stringify(line), (key, value: unknown) =>
    key === 'pieces' ? onePiece(value as readonly Piece[]) : value,
  )
}

function onePiece(pieces: readonly Piece[]): readonly Piece[] {
  const isText = pieces.every(({ kind }) => kind === 'text')
  return isText ? [{ kind: 'text', value: pieces.map(({ value }) => value).join('') }] : pieces
}

const LINES = [
  'npm test 2>&1 | tail -5',
  'cd src && gh issue list --json number | jq length',
  'gh pr list --search "is:open draft:false" | wc -l',
  "grep -rn 'a b' . | head -40; git status",
  'CI=1 NO_COLOR="1" npx vitest run >out.txt 2>/dev/null || echo failed',
  'make &> /dev/null && ./run <in.txt >> log 2>&1',
  'cd a\nnpm ci | tail -1\n\ncargo test 2>&1 |\n  grep FAILED\n',
  'npm run build -- --mode=production a\\ b "c\\"d\\n"',
  'dd if=a of=b; export A=b; env A=1 sort -k2 file2>x',
  'docker run -e A=b image:tag cmd;',
  '> out',
  'a >&2 | b 1>&2',
  "A='x y' B=z c",
]

it.each(LINES)('reads %j as the parser does', (line) => {
  const plain = readPlainLine(line)
  expect(plain).toBeDefined()
  expect(joined(plain)).toEqual(joined(parseLine(line)))
})

it.each([
  'ls *.ts',
  'echo $HOME | cat',
  'echo "$(date)" | cat',
  'cat <<X\na\nX',
  'a <(b)',
  'a & b',
  'a |& b',
  'if a; then b; fi',
  'time a | b',
  '! a | b',
  '(a; b) | c',
  'a # b',
  'cd ~/x && a',
  'A=":~" b | c',
  'a 12>b',
  'a >|b',
  'a;; b',
  '| a',
  'a ||',
  "a 'b",
  '',
])('leaves %j to the parser', (line) => {
  expect(readPlainLine(line) ?? { statements: [] }).toEqual({ statements: [] })
})

it('leaves a long line to the parser', () => {
  expect(readPlainLine('x'.repeat(5000))).toBeUndefined()
})

it('reads a line as the parser does, or not at all', () => {
  const bit = fc.constantFrom(
    ...LINES.flatMap((line) => line.split(/(?<=\s)|(?=\s)/)),
    '|',
    '||',
    '&&',
    '&',
    ';',
    '\n',
    ' ',
    '\t',
    '>',
    '>>',
    '<',
    '2>',
    '2>&1',
    '&>',
    '>&',
    '|&',
    '1',
    '2',
    '/dev/null',
    "'",
    '"',
    '\\',
    '$',
    '`',
    '(',
    ')',
    '{',
    '}',
    '*',
    '?',
    '[',
    ']',
    '~',
    '!',
    '#',
    '^',
    '%',
    '=',
    'A=',
    '+=',
    '\r',
    '\0',
    'ä',
    '-',
    '--',
    'if',
    'time',
    'done',
    'in',
    'coproc',
    'function',
    '[[',
    ']]',
    "'a b'",
    '"a b"',
    '\\"',
    '\\\n',
    '0',
    '12',
    '3>',
    '<<',
    '<<<',
    '<>',
    '>|',
  )
  let count = 0
  fc.assert(
    fc.property(fc.array(bit, { maxLength: 12 }), fc.boolean(), (bits, isSpaced) => {
      const line = bits.join(isSpaced ? ' ' : '')
      const plain = readPlainLine(line)
      if (plain === undefined) return
      count += 1
      expect(joined(plain)).toEqual(joined(parseLine(line) as Line))
    }),
    { numRuns: 10_000 },
  )
  expect(count).toBeGreaterThan(100)
})
