import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { checkValue } from './check-value.ts'
import { hasWords, inPlainWords } from './pattern-words.ts'

const packages = fileURLToPath(new URL('../../../', import.meta.url))

/** The patterns of all places of a schema. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = (value as { readonly pattern?: unknown }).pattern
  const below = Object.values(value).flatMap(patternsIn)
  return typeof own === 'string' ? [own, ...below] : below
}

describe('what a pattern asks for', () => {
  const schemas = ['surety/schemas', 'surety/src/dialects'].flatMap((folder) =>
    readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(?!.*src).*\.json$/.test(name) && /schema|1\.|description/.test(name))
      .map((name) => join(folder, name)),
  )

  it('has schemas to look at', () => {
    expect(schemas.length).toBeGreaterThan(10)
  })

  it.each(schemas)('is said in words for all of %s', (file) => {
    const patterns = patternsIn(JSON.parse(readFileSync(join(packages, file), 'utf8')))
    expect(patterns.filter((pattern) => !hasWords(pattern))).toEqual([])
  })

  it('replaces the pattern of ours', () => {
    const [mistake] = checkValue({ pattern: '^[A-Z][A-Z0-9_]+$' }, 'no')
    expect(inPlainWords(mistake!)).toBe('must be capitals, digits and _, such as NOT_FOUND')
  })

  it('is the expression itself in a schema of others', () => {
    const [mistake] = checkValue({ pattern: '^a+$' }, 'no')
    expect(inPlainWords(mistake!)).toBe('must match the regular expression ^a+$')
    expect(inPlainWords(checkValue({ type: 'number' }, 'no')[0]!)).toBe(
      'must be number, not string',
    )
  })
})
