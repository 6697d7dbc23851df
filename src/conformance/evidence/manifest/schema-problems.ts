import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { toPointer } from '../../../internal/json/json-pointer.ts'
import { jsonEqual } from '../../../internal/json/json-equal.ts'

/** A mistake in a document, by a JSON pointer. */
export interface SchemaProblem {
  readonly pointer: string
  readonly message: string
}

/**
 * Checks a document against a JSON Schema (draft 7) with everything that the schemas of manifests use:
 * references into the schema itself and conditions included. Formats are not checked.
 */
export function schemaProblems(schema: JsonObject, document: JsonValue): readonly SchemaProblem[] {
  return new Walk(schema).check(schema, document, '')
}

class Walk {
  readonly #root: JsonObject

  constructor(root: JsonObject) {
    this.#root = root
  }

  check(schema: JsonValue, value: JsonValue, at: string): readonly SchemaProblem[] {
    if (schema === false) return [{ pointer: at, message: 'must not be present' }]
    if (!isJsonObject(schema)) return []
    const reference = schema['$ref']
    // In draft 7 everything beside a reference is ignored.
    if (typeof reference === 'string') return this.check(this.#resolve(reference), value, at)
    return [
      ...valueMessages(schema, value).map((message) => ({ pointer: at, message })),
      ...(Array.isArray(value) ? this.#items(schema, value as readonly JsonValue[], at) : []),
      ...(isJsonObject(value) ? this.#members(schema, value, at) : []),
      ...this.#combined(schema, value, at),
    ]
  }

  #fits(schema: JsonValue, value: JsonValue): boolean {
    return this.check(schema, value, '').length === 0
  }

  #resolve(reference: string): JsonValue {
    return reference
      .replace(/^#\/?/, '')
      .split('/')
      .filter((part) => part !== '')
      .reduce<JsonValue>((at, part) => (isJsonObject(at) ? (at[part] ?? true) : true), this.#root)
  }

  #items(schema: JsonObject, value: readonly JsonValue[], at: string): readonly SchemaProblem[] {
    const { items, minItems, maxItems, uniqueItems } = schema
    const messages = bounds(value.length, minItems, maxItems, 'items')
    const twice =
      uniqueItems === true &&
      value.some((item, index) => value.slice(0, index).some((other) => jsonEqual(item, other)))
    return [
      ...[...messages, ...(twice ? ['must not have an item twice'] : [])].map((message) => ({
        pointer: at,
        message,
      })),
      ...(items === undefined
        ? []
        : value.flatMap((item, index) => this.check(items, item, at + toPointer(index)))),
    ]
  }

  #members(schema: JsonObject, value: JsonObject, at: string): readonly SchemaProblem[] {
    const { required, properties, additionalProperties: other, propertyNames } = schema
    const known = isJsonObject(properties) ? properties : {}
    const missing = strings(required).filter((name) => !Object.hasOwn(value, name))
    return [
      ...missing.map((name) => ({ pointer: at, message: `the member '${name}' is missing` })),
      ...bounds(
        Object.keys(value).length,
        schema['minProperties'],
        schema['maxProperties'],
        'members',
      ).map((message) => ({ pointer: at, message })),
      ...Object.entries(value).flatMap(([name, member]) => {
        const place = at + toPointer(name)
        const own = Object.hasOwn(known, name) ? known[name]! : other
        if (own === false) return [{ pointer: place, message: 'the schema has no such member' }]
        return [
          ...(propertyNames === undefined ? [] : this.check(propertyNames, name, place)),
          ...(own === undefined ? [] : this.check(own, member, place)),
        ]
      }),
    ]
  }

  #combined(schema: JsonObject, value: JsonValue, at: string): readonly SchemaProblem[] {
    const { if: condition, then: yes = true, else: no = true } = schema
    const found = list(schema['allOf']).flatMap((each) => this.check(each, value, at))
    if (condition !== undefined)
      found.push(...this.check(this.#fits(condition, value) ? yes : no, value, at))
    if (schema['not'] !== undefined && this.#fits(schema['not'], value))
      found.push({ pointer: at, message: 'has a form that is excluded' })
    for (const name of ['anyOf', 'oneOf']) {
      const shapes = list(schema[name])
      if (shapes.length === 0) continue
      const attempts = shapes.map((each) => this.check(each, value, at))
      const fitting = attempts.filter(({ length }) => length === 0).length
      // The shape with the fewest mistakes is taken for the intended one.
      if (fitting === 0)
        found.push(...attempts.reduce((best, next) => (next.length < best.length ? next : best)))
      if (name === 'oneOf' && fitting > 1)
        found.push({ pointer: at, message: 'fits more than one shape' })
    }
    return found
  }
}

function valueMessages(schema: JsonObject, value: JsonValue): readonly string[] {
  const { type, const: constant, enum: allowed, pattern, minimum, maximum } = schema
  const types = [type ?? []].flat() as readonly string[]
  const messages: string[] = []
  if (types.length > 0 && !types.some((name) => isOfType(value, name)))
    messages.push(`must be ${types.join(' or ')}`)
  if (constant !== undefined && !jsonEqual(constant, value))
    messages.push(`must be ${JSON.stringify(constant)}`)
  if (Array.isArray(allowed) && !list(allowed).some((each) => jsonEqual(each, value)))
    messages.push(`must be one of ${JSON.stringify(allowed)}`)
  if (typeof value === 'string') {
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
      messages.push(`must match ${pattern}`)
    // JSON Schema counts characters, not UTF-16 units.
    const length = Array.from(value).length
    messages.push(...bounds(length, schema['minLength'], schema['maxLength'], 'characters'))
  }
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum)
      messages.push(`must not be less than ${minimum}`)
    if (typeof maximum === 'number' && value > maximum)
      messages.push(`must not be more than ${maximum}`)
  }
  return messages
}

function bounds(
  count: number,
  least: JsonValue | undefined,
  most: JsonValue | undefined,
  what: string,
): readonly string[] {
  return [
    ...(typeof least === 'number' && count < least ? [`must have ${least} ${what} or more`] : []),
    ...(typeof most === 'number' && count > most ? [`must have ${most} ${what} or fewer`] : []),
  ]
}

function isOfType(value: JsonValue, name: string): boolean {
  if (name === 'integer') return Number.isInteger(value)
  if (value === null) return name === 'null'
  return Array.isArray(value) ? name === 'array' : typeof value === name
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []
}

function strings(value: JsonValue | undefined): readonly string[] {
  return list(value).filter((each) => typeof each === 'string')
}
