import { jsonEqual } from '../json/json-equal.ts'
import { fromPointer, toPointer } from '../json/json-pointer.ts'

/** A place where a value differs from its schema. */
export interface SchemaMistake {
  /** A JSON pointer into the value. */
  readonly pointer: string
  readonly message: string
  /** Whether it hints that another shape was intended. */
  readonly wrong?: 'type' | 'constant'
}

type Members = Readonly<Record<string, unknown>>

/**
 * Checks a JSON value against a JSON Schema and lists every mistake. It reads draft 7 and 2020-12, without
 * `$dynamicRef`, `unevaluated*` and references to other documents; `format` says nothing about validity.
 */
export function checkValue(schema: unknown, value: unknown): readonly SchemaMistake[] {
  return new Checker(schema).check(schema, value, '')
}

/** Returns the schema that a reference leads to; undefined if it leads nowhere. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  return fromPointer(decodeURIComponent(reference.slice(1))).reduce<unknown>(
    (at, part) => (isContainer(at) && Object.hasOwn(at, part) ? at[part] : undefined),
    root,
  )
}

/** Reads a pattern as JSON Schema does, and one that is only valid without Unicode rules as JavaScript does. */
export function toPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

class Checker {
  readonly #root: unknown
  /** The references that are being followed, with their places: a schema may refer to itself. */
  readonly #open = new Set<string>()

  constructor(root: unknown) {
    this.#root = root
  }

  check(schema: unknown, value: unknown, at: string): readonly SchemaMistake[] {
    if (schema === false) return [{ pointer: at, message: 'must not be present' }]
    if (!isObject(schema)) return []
    return [
      ...this.#checkReference(schema, value, at),
      ...checkKind(schema, value, at),
      ...checkScalar(schema, value, at),
      ...(isObject(value) ? this.#checkMembers(schema, value, at) : []),
      ...(Array.isArray(value) ? this.#checkItems(schema, value, at) : []),
      ...this.#checkCombined(schema, value, at),
    ]
  }

  #accepts(schema: unknown, value: unknown): boolean {
    return this.check(schema, value, '').length === 0
  }

  #checkReference(schema: Members, value: unknown, at: string): readonly SchemaMistake[] {
    const { $ref: reference } = schema
    if (typeof reference !== 'string') return []
    const key = `${reference} ${at}`
    if (this.#open.has(key)) return []
    this.#open.add(key)
    const mistakes = this.check(resolveReference(this.#root, reference), value, at)
    this.#open.delete(key)
    return mistakes
  }

  #checkMembers(schema: Members, value: Members, at: string): SchemaMistake[] {
    const { propertyNames, minProperties, maxProperties, additionalProperties } = schema
    const known = membersOf(schema['properties'])
    const patterns = Object.entries(membersOf(schema['patternProperties']))
    const names = Object.keys(value)
    const mistakes: SchemaMistake[] = missing(schema['required'], value, at)
    if (isNumber(minProperties) && names.length < minProperties)
      mistakes.push({ pointer: at, message: `must have at least ${minProperties} members` })
    if (isNumber(maxProperties) && names.length > maxProperties)
      mistakes.push({ pointer: at, message: `must have at most ${maxProperties} members` })
    for (const [name, member] of Object.entries(value)) {
      const place = at + toPointer(name)
      if (propertyNames !== undefined) mistakes.push(...this.check(propertyNames, name, place))
      const shapes = patterns.flatMap(([pattern, shape]) =>
        toPattern(pattern).test(name) ? [shape] : [],
      )
      if (Object.hasOwn(known, name)) shapes.unshift(known[name])
      for (const shape of shapes) mistakes.push(...this.check(shape, member, place))
      if (shapes.length > 0 || additionalProperties === undefined) continue
      if (additionalProperties === false)
        mistakes.push({ pointer: place, message: 'there is no such member' })
      else mistakes.push(...this.check(additionalProperties, member, place))
    }
    for (const [name, needed] of dependenciesOf(schema)) {
      if (!Object.hasOwn(value, name)) continue
      if (Array.isArray(needed)) mistakes.push(...missing(needed, value, at))
      else mistakes.push(...this.check(needed, value, at))
    }
    return mistakes
  }

  #checkItems(schema: Members, value: readonly unknown[], at: string): SchemaMistake[] {
    const { items, minItems, maxItems, uniqueItems } = schema
    // Draft 7 lists the schemas of the first items in `items` itself.
    const [first, rest] = Array.isArray(items)
      ? [items as readonly unknown[], schema['additionalItems']]
      : [listOf(schema['prefixItems']), items]
    const mistakes = value.flatMap((item, index) =>
      this.check(index < first.length ? first[index] : rest, item, at + toPointer(index)),
    )
    const report = (message: string): number => mistakes.push({ pointer: at, message })
    if (isNumber(minItems) && value.length < minItems)
      report(`must have at least ${minItems} items`)
    if (isNumber(maxItems) && value.length > maxItems) report(`must have at most ${maxItems} items`)
    if (uniqueItems === true && hasEqualItems(value)) report('must not have equal items')
    if (schema['contains'] !== undefined) {
      const { contains, minContains = 1, maxContains = Infinity } = schema
      const count = value.filter((item) => this.#accepts(contains, item)).length
      if (count < Number(minContains)) report(`must contain ${String(minContains)} matching items`)
      if (count > Number(maxContains))
        report(`must contain at most ${String(maxContains)} matching items`)
    }
    return mistakes
  }

  #checkCombined(schema: Members, value: unknown, at: string): readonly SchemaMistake[] {
    const { not, if: condition, then: yes, else: no } = schema
    const mistakes = listOf(schema['allOf']).flatMap((shape) => this.check(shape, value, at))
    mistakes.push(...this.#checkChoice(listOf(schema['anyOf']), value, at))
    const choices = listOf(schema['oneOf'])
    mistakes.push(...this.#checkChoice(choices, value, at))
    if (choices.filter((shape) => this.#accepts(shape, value)).length > 1)
      mistakes.push({ pointer: at, message: 'must match one of several shapes, not two' })
    if (not !== undefined && this.#accepts(not, value))
      mistakes.push({ pointer: at, message: 'must not match a shape that is ruled out' })
    if (condition !== undefined)
      mistakes.push(...this.check(this.#accepts(condition, value) ? yes : no, value, at))
    return mistakes
  }

  /** Checks against several shapes; the one with the fewest mistakes is taken for the intended one. */
  #checkChoice(shapes: readonly unknown[], value: unknown, at: string): readonly SchemaMistake[] {
    if (shapes.length === 0) return []
    const attempts = shapes.map((shape) => this.check(shape, value, at))
    return attempts.reduce((best, next) => (weight(next, at) < weight(best, at) ? next : best))
  }
}

function checkKind(schema: Members, value: unknown, at: string): SchemaMistake[] {
  const { type, enum: allowed } = schema
  const mistakes: SchemaMistake[] = []
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as readonly string[]
  if (types.length > 0 && !types.some((name) => isOfType(value, name)))
    mistakes.push({
      pointer: at,
      message: `must be ${types.join(' or ')}, not ${nameOf(value)}`,
      wrong: 'type',
    })
  if ('const' in schema && !jsonEqual(value, schema['const']))
    mistakes.push({
      pointer: at,
      message: `must be ${JSON.stringify(schema['const'])}`,
      wrong: 'constant',
    })
  if (Array.isArray(allowed) && !allowed.some((each) => jsonEqual(value, each)))
    mistakes.push({ pointer: at, message: `must be one of ${JSON.stringify(allowed)}` })
  return mistakes
}

function checkScalar(schema: Members, value: unknown, at: string): SchemaMistake[] {
  const messages: string[] = []
  if (typeof value === 'string') {
    const { pattern, minLength, maxLength } = schema
    // Characters are code points, as the standard says.
    const length = Array.from(value).length
    if (typeof pattern === 'string' && !toPattern(pattern).test(value))
      messages.push(`must match ${pattern}`)
    if (isNumber(minLength) && length < minLength)
      messages.push(
        minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
      )
    if (isNumber(maxLength) && length > maxLength)
      messages.push(`must have at most ${maxLength} characters`)
  }
  if (typeof value === 'number') {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
    if (isNumber(minimum) && value < minimum) messages.push(`must not be less than ${minimum}`)
    if (isNumber(maximum) && value > maximum) messages.push(`must not be more than ${maximum}`)
    if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum)
      messages.push(`must be more than ${exclusiveMinimum}`)
    if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum)
      messages.push(`must be less than ${exclusiveMaximum}`)
    if (isNumber(multipleOf) && !isMultiple(value, multipleOf))
      messages.push(`must be a multiple of ${multipleOf}`)
  }
  return messages.map((message) => ({ pointer: at, message }))
}

/** A wrong type at the place itself, or a wrong constant, shows that another shape was intended. */
function weight(mistakes: readonly SchemaMistake[], at: string): number {
  return mistakes.reduce((sum, { pointer, wrong }) => {
    if (pointer === at && wrong === 'type') return sum + 100
    return sum + (wrong === 'constant' ? 10 : 1)
  }, 0)
}

function missing(required: unknown, value: Members, at: string): SchemaMistake[] {
  return (listOf(required) as readonly string[])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ pointer: at, message: `the member '${name}' is missing` }))
}

/** What a member demands of the object that has it; draft 7 has one keyword for both kinds. */
function dependenciesOf(schema: Members): readonly (readonly [name: string, needed: unknown])[] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(membersOf(schema[keyword])),
  )
}

function hasEqualItems(items: readonly unknown[]): boolean {
  const plain = items.filter((item) => !isContainer(item))
  const others = items.filter(isContainer)
  return (
    new Set(plain).size < plain.length ||
    others.some((item, index) => others.findIndex((other) => jsonEqual(item, other)) < index)
  )
}

/** Decimal fractions such as 0.3 are no exact multiples of 0.1 in binary. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  return (
    Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.max(1, Math.abs(quotient))
  )
}

function isOfType(value: unknown, name: string): boolean {
  return nameOf(value) === name || (name === 'integer' && Number.isInteger(value))
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isContainer(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function isObject(value: unknown): value is Members {
  return isContainer(value) && !Array.isArray(value)
}

function membersOf(value: unknown): Members {
  return isObject(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
