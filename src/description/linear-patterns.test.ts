import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')

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
  for (const file of readdirSync(join(root, 'descriptions')))
    walk(parse(readFileSync(join(root, 'descriptions', file), 'utf8')), file)
  return found
}

/** Every pattern that is written in the code. */
function ofCode(): readonly Found[] {
  const literal =
    /(?:^|[=(,:[?|&!]|return)\s*\/((?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/gm
  return (readdirSync(join(root, 'src'), { recursive: true }) as string[])
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|suite|table|arbitrary)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, 'src', file), 'utf8').matchAll(literal)].map(
        ([, source = '', flags = '']) => ({ where: file, source, flags }),
      ),
    )
}

const UNITS = [' ', 'a', '0', '/', '"', '-', '=', '%', '\\', ',', '.', ':', '\n', '\t', '_', "'"]
const PAIRS = ['a ', 'a:', '1,', '/a', '=a', '&a', '-a', '%2', '" ', "' ", ';', '(', '[', '{"a":']
const STARTS = ['', 'p', 'token=', 'https://']
const LENGTH = 2200
const LIMIT_MS = 10_000

/** Gives the text that a pattern takes too long for; undefined if it has a bound. */
function slowText({ source, flags }: Found): string | undefined {
  let pattern: RegExp
  try {
    pattern = new RegExp(source, flags.replaceAll(/[gy]/g, ''))
  } catch {
    return undefined
  }
  const words = (source.match(/[a-z]{2,}/gi) ?? []).slice(0, 4)
  const texts = [...UNITS, ...PAIRS, ...words].flatMap((unit) =>
    STARTS.map((start) => `${start}${unit.repeat(Math.ceil(LENGTH / unit.length))}\u0001`),
  )
  const script = new Script('for (at = 0; at < texts.length; at += 1) pattern.test(texts[at])')
  const context = { pattern, texts, at: 0 }
  try {
    // Each text takes milliseconds even if the time grows with its square; a cube takes minutes.
    script.runInNewContext(context, { timeout: LIMIT_MS })
    return undefined
  } catch {
    return JSON.stringify(texts[context.at]!.slice(0, 20))
  }
}

describe('no pattern on text of others takes minutes', () => {
  test.each([
    ['the descriptions', ofDescriptions],
    ['the code', ofCode],
  ])(
    'of %s',
    (_name, collect) => {
      const all = collect()
      expect(all.length).toBeGreaterThan(60)
      const slow = all.flatMap((found) => {
        const text = slowText(found)
        return text === undefined ? [] : [`${found.where}: ${found.source} on ${text}`]
      })
      expect(slow).toEqual([])
    },
    600_000,
  )

  test('finds one that is cubic in blanks', () => {
    const source = String.raw`^\s*(?:a?\s*!?\s*p\s*(?:;\s*|$))+$`
    expect(slowText({ where: '', source, flags: '' })).toBeDefined()
  }, 60_000)
})
