import { spawnSync } from 'node:child_process'

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { quoteWords } from './quote-words.ts'
import { splitWords } from './shell-words.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '"', '\\', '$', '`', ' ', '\n', '*', '!', '#', '~', 'a', '='),
  }),
)

describe('quoteWords', () => {
  test('leaves plain words alone and quotes the rest', () => {
    expect(quoteWords(['tool', '--name=a b', "it's", '', '-5', '$HOME'])).toBe(
      String.raw`tool '--name=a b' 'it'\''s' '' -5 '$HOME'`,
    )
  })

  test('keeps a first word from being read as an assignment or a keyword', () => {
    expect(quoteWords(['A=b', 'if'])).toBe("'A=b' if")
    expect(quoteWords(['if'])).toBe("'if'")
  })

  const hasShell = process.platform !== 'win32'
  test.runIf(hasShell)('gives a real shell exactly the same words', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 20 }), (given) => {
        // A process argument can hold neither NUL nor half a surrogate pair.
        const words = given.map((word) =>
          word.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, ''),
        )
        const line = quoteWords(['printf', String.raw`%s\0`, ...words])
        const { stdout, status } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
        expect(status).toBe(0)
        expect(stdout.split('\0').slice(0, -1)).toEqual(words)
      }),
      { numRuns: 60 },
    )
  })
})

describe('splitWords', () => {
  test('gives back whatever was quoted', () => {
    fc.assert(
      fc.property(fc.array(hostile), (words) => {
        expect(splitWords(quoteWords(words))).toEqual({ ok: true, words })
      }),
    )
  })

  test.each([
    [String.raw`a "b c" d\ e 'f''g'`, ['a', 'b c', 'd e', 'fg']],
    [String.raw`a "\$x \q \""`, ['a', String.raw`$x \q "`]],
    ['  a\t--b=c  ', ['a', '--b=c']],
    ["a '' b#c", ['a', '', 'b#c']],
    ['a b=c', ['a', 'b=c']],
    ['', []],
  ])('splits %j', (text, words) => {
    expect(splitWords(text)).toEqual({ ok: true, words })
  })

  test.each([
    ['a $HOME', 'asks a shell to substitute something'],
    ['a "$(id)"', 'asks a shell to substitute something'],
    ['a `id`', 'asks a shell to substitute something'],
    ['a > b', 'redirects input or output'],
    ['a | b', 'joins or groups commands'],
    ['a; b', 'joins or groups commands'],
    ['a && b', 'joins or groups commands'],
    ['a\nb', 'joins or groups commands'],
    ['! a', 'joins or groups commands'],
    ['ls *.json', 'is a file pattern'],
    ['ls ~/x', 'asks a shell to expand it'],
    ['echo {a,b}', 'asks a shell to expand it'],
    ['A=b c', 'sets a variable'],
    ['a # b', 'starts a comment'],
    ["a 'b", 'has no end'],
    ['a "b', 'has no end'],
    ['a \\', 'has no end'],
  ])('REQ-F-044: refuses %j, which only a shell could carry out', (text, meaning) => {
    expect(splitWords(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(meaning) as string,
    })
  })
})
