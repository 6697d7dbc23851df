import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const packages = join(import.meta.dirname, '../../..')
const descriptions = join(packages, 'client/descriptions')

interface Found {
  readonly where: string
  readonly source: string
  readonly flags: string
}

/** Every text of the descriptions that can be a pattern. */
function ofDescriptions(): readonly Found[] {
  const found: Found[] = []
  const walk = (value: unknown, where: string): void => {
    if (typeof value === 'string' && /[*+{]/.test(value) && /[\\[\]()^$|]/.test(value))
      found.push({ where, source: value, flags: where.includes('.when.') ? 'm' : '' })
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) walk(member, `${where}.${name}`)
  }
  for (const file of readdirSync(descriptions))
    walk(parse(readFileSync(join(descriptions, file), 'utf8')), file)
  walk(JSON.parse(readFileSync(join(packages, 'client/lines/rules.json'), 'utf8')), 'rules')
  return found
}

/** Every pattern that is written in the code. */
function ofCode(): readonly Found[] {
  const literal =
    /(?:^|[=(,:[?|&!]|return)\s*\/((?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/gm
  return readdirSync(packages)
    .flatMap((name) => filesIn(join(packages, name, 'src')))
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|suite|table|arbitrary)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(literal)].map(([, source = '', flags = '']) => ({
        where: file.replace(/^.*\/src\//, ''),
        source,
        flags,
      })),
    )
}

function filesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.map((file) => join(folder, file))
}

const UNITS = ' aA0/"-=%\\,.:\n\t_\'[(<{#@&*$`|~+!?;é│'.split('')
const PAIRS = [
  'a ',
  'a:',
  '1,',
  '/a',
  '=a',
  '&a',
  '-a',
  '%2',
  '" ',
  "' ",
  '{"a":',
  'a.',
  'a=',
  '0.',
  '\\"',
  '\n ',
  ' \n',
  'a@',
  '://',
]
const STARTS = ['', 'p', 'token=', 'https://', '"', '-']
/** A quarter of what the patterns of descriptions see at most of a stream. */
const LENGTH = 8192
/**
 * Quadratic patterns take as long for such a text as this one, within a factor of two, linear ones a thirtieth, those
 * with a bound of 999 an eighth. Every machine has its own milliseconds.
 */
const LIMIT_MS = timeOf(/\s+$/, `${' '.repeat(LENGTH)}\u0001`) / 3
/** Patterns whose text has a bound of its own. */
const BOUNDED: Readonly<Record<string, string>> = {
  'conformance/discover/help-commands.ts': 'a line of at most 1,000 characters',
}

/** Gives the text that a pattern takes too long for; undefined if it has a linear bound. */
function slowText({ where, source, flags }: Found): string | undefined {
  if (!/[*+]|\{\d+,/.test(source)) return undefined
  let pattern: RegExp
  try {
    pattern = new RegExp(source, flags.replaceAll('g', ''))
  } catch {
    return undefined
  }
  const words = (source.replaceAll(/\\[a-zA-Z]/g, ' ').match(/[a-z]{2,}/gi) ?? []).slice(0, 6)
  const marks = [...new Set(source.replaceAll(/\\(.)/g, '$1'))].slice(0, 20)
  const pumps = new Set([
    ...UNITS,
    ...PAIRS,
    ...marks,
    ...words,
    ...words.map((word) => `${word} `),
  ])
  const starts = new Set([...STARTS, ...words])
  const length = Object.hasOwn(BOUNDED, where) ? 1000 : LENGTH
  for (const start of starts)
    for (const pump of pumps) {
      const textOf = (size: number) => `${start}${pump.repeat(Math.ceil(size / pump.length))}\u0001`
      // A quarter of the length shows whether a text is worth trying at its full length, and a busy machine can make one
      // try slow.
      const isSlow = [length / 4, length, length].every(
        (size) => cost(pattern, textOf(size)) > LIMIT_MS / (size === length ? 1 : 16),
      )
      if (isSlow) return JSON.stringify(textOf(20))
    }
  return undefined
}

/**
 * Shorter texts come first: for a whole one a pattern that is exponential would never end, and a cubic one takes minutes.
 * It takes 20 ms for 512 characters, and a linear one a thousandth of that.
 */
const PARTS = [16, 20, 24, 28, 64, 512]
const PART_LIMIT_MS = 5

/** Milliseconds of processor time that a pattern needs for a text, or infinity. */
function cost(pattern: RegExp, text: string): number {
  const isEndless = PARTS.some(
    (size) => timeOf(pattern, `${text.slice(0, size)}\u0001`) > PART_LIMIT_MS,
  )
  return isEndless ? Number.POSITIVE_INFINITY : timeOf(pattern, text)
}

function timeOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0
  const startedAt = performance.now()
  pattern.test(text)
  // It has used no more of the processor, and asking for that takes longer than most patterns.
  const passed = performance.now() - startedAt
  if (passed < 0.5) return passed
  pattern.lastIndex = 0
  const before = process.cpuUsage()
  pattern.test(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('no pattern on text of others is slower than its length', () => {
  test.each([
    ['the descriptions', ofDescriptions],
    ['the code', ofCode],
  ])(
    'of %s',
    (_name, collect) => {
      const all = collect()
      expect(all.length).toBeGreaterThan(60)
      const different = new Map(all.map((found) => [`${found.flags}/${found.source}`, found]))
      const slow = [...different.values()].flatMap((found) => {
        const text = slowText(found)
        return text === undefined ? [] : [`${found.where}: ${found.source} on ${text}`]
      })
      expect(slow).toEqual([])
    },
    600_000,
  )

  test.each([
    ['cubic in blanks', String.raw`^\s*(?:a?\s*!?\s*p\s*(?:;\s*|$))+$`],
    ['exponential in letters', String.raw`^(?:'[^']*'|\w+)+$`],
    ['quadratic in blanks', String.raw`\s+$`],
    ['quadratic in digits', String.raw`\d+\.\d+`],
    ['quadratic in quotes', String.raw`"(?:[^"\\]|\\.)*"`],
  ])('finds one that is %s', (_name, source) => {
    expect(slowText({ where: '', source, flags: '' })).toBeDefined()
  })
})
