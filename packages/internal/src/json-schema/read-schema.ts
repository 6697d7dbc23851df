import { resolveReference } from '../json/json-values.ts'
import { toPattern } from './to-pattern.ts'

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
  for (const problem of problemsIn(schema, schema, '#')) return problem
  return null
}

function* problemsIn(root: unknown, schema: unknown, at: string): Generator<string> {
  if (typeof schema === 'boolean' || schema === undefined) return
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    yield `${at}: a schema is an object or a boolean`
    return
  }
  for (const [keyword, value] of Object.entries(schema) as [string, unknown][]) {
    const place = `${at}/${keyword}`
    if (DATA.includes(keyword)) continue
    if (UNREAD.includes(keyword)) yield `${place}: the keyword is not supported`
    else if (keyword === '$ref' && resolveReference(root, String(value)) === undefined)
      yield `${place}: ${JSON.stringify(value)} leads nowhere; write a place in this schema, such as "#/$defs/name"`
    else if (keyword === 'pattern') yield* patternProblems(value, place)
    else if (MAPS.includes(keyword)) {
      for (const [name, inner] of Object.entries(value ?? {})) {
        if (keyword === 'patternProperties') yield* patternProblems(name, place)
        yield* problemsIn(root, inner, `${place}/${name}`)
      }
    } else if (SINGLE.includes(keyword)) yield* problemsIn(root, value, place)
    else if (Array.isArray(value)) {
      for (const [index, inner] of value.entries())
        if (typeof inner === 'object') yield* problemsIn(root, inner, `${place}/${index}`)
    } else if (typeof value === 'object' && value !== null) yield* problemsIn(root, value, place)
  }
}

function* patternProblems(pattern: unknown, place: string): Generator<string> {
  try {
    toPattern(String(pattern))
  } catch (error) {
    yield `${place}: ${(error as Error).message}`
  }
}
