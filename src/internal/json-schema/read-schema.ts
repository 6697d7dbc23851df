import { resolveReference } from '../json/json-pointer.ts'

/** Reads a pattern as JSON Schema does, and one that is only valid without Unicode rules as JavaScript does. */
export function toPattern(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    try {
      pattern = new RegExp(source, 'u')
    } catch {
      pattern = new RegExp(source)
    }
    patterns.set(source, pattern)
  }
  return pattern
}

const patterns = new Map<string, RegExp>()

/** Keywords whose values are schemas by name. */
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
/** Keywords whose values are schemas, and nothing else. */
const SINGLE = ['not', 'if', 'then', 'else', 'contains', 'additionalProperties', 'propertyNames']
/** Keywords whose values are data, whatever they look like. */
const DATA = ['const', 'enum', 'default', 'examples']
/** Keywords that need more than one look at a value. */
const UNREAD = ['$dynamicRef', '$recursiveRef', 'unevaluatedProperties', 'unevaluatedItems']

/** Finds what `checkValue` cannot read in a JSON Schema, as `place: problem`; null if it reads all. */
export function findSchemaProblem(schema: unknown): string | null {
  return findIn(schema, schema, '#')
}

function findIn(root: unknown, schema: unknown, at: string): string | null {
  if (typeof schema === 'boolean' || schema === undefined) return null
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return `${at}: a schema is an object or a boolean`
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = DATA.includes(keyword) ? null : findAt(root, keyword, value, at)
    if (problem !== null) return problem
  }
  return null
}

function findAt(root: unknown, keyword: string, value: unknown, at: string): string | null {
  const place = `${at}/${keyword}`
  if (UNREAD.includes(keyword)) return `${place}: the keyword is not supported`
  if (keyword === '$ref' && resolveReference(root, String(value)) === undefined)
    return `${place}: ${JSON.stringify(value)} leads nowhere; write a place in this schema, such as "#/$defs/name"`
  if (keyword === 'pattern') return findInPattern(value, place)
  if (MAPS.includes(keyword)) {
    const members = Object.entries(value ?? {})
    return firstOf(members, ([name, inner]) => {
      const isPattern = keyword === 'patternProperties'
      return (
        (isPattern ? findInPattern(name, place) : null) ?? findIn(root, inner, `${place}/${name}`)
      )
    })
  }
  if (SINGLE.includes(keyword)) return findIn(root, value, place)
  if (Array.isArray(value))
    return firstOf([...value.entries()], ([index, inner]) =>
      typeof inner === 'object' ? findIn(root, inner, `${place}/${index}`) : null,
    )
  return typeof value === 'object' && value !== null ? findIn(root, value, place) : null
}

function findInPattern(pattern: unknown, place: string): string | null {
  try {
    toPattern(String(pattern))
    return null
  } catch (error) {
    return `${place}: ${(error as Error).message}`
  }
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
