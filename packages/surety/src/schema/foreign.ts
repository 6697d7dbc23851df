import { given } from '@surety/internal/given.ts'
import { optionsIn } from '@surety/internal/json-schema/main-type.ts'
import type { Annotations, Definition, DefinitionOf } from './definition.ts'
import { acceptsAbsence, asSchema, inputJsonSchema } from './describe-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import type { StandardSchema } from './standard-schema.ts'

const known = new WeakMap<StandardSchema, Definition>()

/** Makes the definition of a schema of another library, as far as the command line needs to know it. */
export function definitionOf(schema: StandardSchema): Definition {
  const earlier = known.get(schema)
  if (earlier) return earlier
  const json = inputJsonSchema(schema)
  const { default: usual, format } = json
  const made = {
    ...definitionOfJson(json),
    // What people read besides.
    ...given({ optional: acceptsAbsence(schema) || undefined, default: usual, format }),
  } as Definition
  known.set(schema, made)
  return made
}

/** Makes the definition that a JSON Schema stands for. */
export function definitionOfJson(json: JsonSchema): Definition {
  return define(json, { root: json, named: new Map(), depth: 0 })
}

interface Place {
  readonly root: JsonSchema
  /** What references lead to; a reference inside of itself means anything. */
  readonly named: Map<string, Definition>
  readonly depth: number
}

const ANYTHING: Definition = { kind: 'unknown' }

function define(json: JsonSchema, place: Place): Definition {
  const { root, named, depth } = place
  if (depth > 16) return ANYTHING
  const reference = json['$ref']
  if (typeof reference === 'string' && reference.startsWith('#')) {
    const made = named.get(reference)
    if (made) return made
    named.set(reference, ANYTHING)
    const found = define(referred(reference, root), { ...place, depth: depth + 1 })
    named.set(reference, found)
    return { ...found, ...annotationsOf(json) }
  }
  return { ...kindOf(json, { ...place, depth: depth + 1 }), ...annotationsOf(json) }
}

function referred(reference: string, root: JsonSchema): JsonSchema {
  let found: unknown = root
  for (const key of reference.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return {}
    found = (found as Record<string, unknown>)[key]
  }
  return asSchema(found)
}

function kindOf(json: JsonSchema, place: Place): Definition {
  const { type, enum: values, const: only } = json
  if (Object.hasOwn(json, 'const')) return literal(only)
  if (Array.isArray(values)) return choice(values)
  const all = json['allOf']
  const types = Array.isArray(type) ? type.map((each: unknown) => ({ ...json, type: each })) : null
  const options = optionsIn(json) ?? types ?? (Array.isArray(all) ? all.slice(0, 1) : null)
  if (options) return union(options.map(asSchema), place)
  switch (type) {
    case 'string':
      return { kind: json['x-kind'] === 'bigint' ? 'bigint' : 'string' }
    case 'integer':
    case 'number':
      return { kind: 'number', whole: type === 'integer', ...(json['x-count'] === true && COUNT) }
    case 'boolean':
      return { kind: 'boolean' }
    case 'null':
      return { kind: 'literal', value: null }
    case 'array':
      return { kind: 'array', item: define(asSchema(json['items']), place), ...separator(json) }
    case 'object':
      return objectOf(json, place)
    default:
      return json['x-kind'] === 'json' ? { kind: 'json' } : ANYTHING
  }
}

const COUNT = { count: true } as const

function separator(json: JsonSchema): { readonly separator?: string } {
  const text = json['x-separator']
  return typeof text === 'string' ? { separator: text } : {}
}

function literal(value: unknown): Definition {
  return { kind: 'literal', value: value as DefinitionOf<'literal'>['value'] }
}

function choice(values: readonly unknown[]): Definition {
  const isWords = values.every((value) => typeof value === 'string')
  return isWords ? { kind: 'enum', values } : { kind: 'union', options: values.map(literal) }
}

/** What also accepts null has its own facts in the other option. */
function union(options: readonly JsonSchema[], place: Place): Definition {
  const others = options.filter(({ type }) => type !== 'null')
  const made = others.map((option) => define(option, place))
  const def: Definition = made.length === 1 ? made[0]! : { kind: 'union', options: made }
  return others.length < options.length ? { ...def, nullable: true } : def
}

function objectOf(json: JsonSchema, place: Place): Definition {
  const { properties, additionalProperties: others } = json
  if (typeof properties === 'object' && properties !== null) {
    const members = Object.entries(properties).map(
      ([name, member]) => [name, define(asSchema(member), place)] as const,
    )
    return { kind: 'object', members, open: true }
  }
  return { kind: 'record', value: define(asSchema(others), place) }
}

const TEXTS = ['description', 'x-short', 'x-group'] as const
const LISTS = ['x-aliases', 'x-mistakes', 'x-requires', 'x-conflicts'] as const
const MARKS = ['x-secret', 'x-hidden'] as const

function annotationsOf(json: JsonSchema): Annotations {
  const found: Record<string, unknown> = {}
  const keep = (names: readonly string[], fits: (value: unknown) => boolean) => {
    for (const name of names) if (fits(json[name])) found[name.replace('x-', '')] = json[name]
  }
  keep(TEXTS, (value) => typeof value === 'string')
  keep(LISTS, Array.isArray)
  keep(MARKS, (value) => value === true)
  keep(['x-env'], (value) => typeof value === 'string' || Array.isArray(value))
  const reason = json['x-deprecated']
  const deprecated = typeof reason === 'string' ? reason : json['deprecated'] === true || undefined
  const is = json['x-kind']
  const isRole = is === 'path' || is === 'resource-id'
  return { ...found, ...(deprecated && { deprecated }), ...(isRole && { is }) }
}
