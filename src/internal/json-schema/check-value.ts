import { jsonEqual } from '../json/json-members.ts'
import { fromPointer, toPart } from '../json/json-pointer.ts'

/** A place where a value differs from its schema. */
export interface SchemaMistake {
  /** A JSON pointer into the value. */
  readonly pointer: string
  readonly message: string
  /** The keyword of the schema that the value breaks. */
  readonly keyword: string
  /** The name of the member that the value at the place lacks. */
  readonly missing?: string
  /** The members that the object may have, if it has another one. */
  readonly known?: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

/**
 * Checks a JSON value against a JSON Schema and lists every mistake. It reads draft 7 and 2020-12, without
 * `$dynamicRef`, `unevaluated*` and references to other documents; `format` says nothing about validity.
 * A member that is undefined counts as absent.
 */
export function checkValue(schema: unknown, value: unknown): readonly SchemaMistake[] {
  return new Checker(schema).attempt(schema, value, '')
}

/** Returns the schema that a reference leads to; undefined if it leads nowhere. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  return fromPointer(decodeURIComponent(reference.slice(1))).reduce<unknown>(
    (at, part) => (isContainer(at) && Object.hasOwn(at, part) ? at[part] : undefined),
    root,
  )
}

const definitions = new WeakMap<object, Map<string, unknown>>()

/** Resolves a reference once for each schema. */
function definitionOf(root: unknown, reference: string): unknown {
  if (!isContainer(root)) return undefined
  let known = definitions.get(root)
  if (known === undefined) definitions.set(root, (known = new Map()))
  if (!known.has(reference)) known.set(reference, resolveReference(root, reference))
  return known.get(reference)
}

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

class Checker {
  readonly #root: unknown
  #mistakes: SchemaMistake[] = []
  /** The places at which definitions are being read: a definition may refer to itself. */
  readonly #open = new Map<unknown, string>()

  constructor(root: unknown) {
    this.#root = root
  }

  check(schema: unknown, value: unknown, at: string): void {
    if (schema === false) this.report(at, 'false', 'must not be present')
    else if (isObject(schema)) for (const rule of rulesOf(schema)) rule(schema, value, at, this)
  }

  /** Lists the mistakes of a value apart from those found so far. */
  attempt(schema: unknown, value: unknown, at: string): readonly SchemaMistake[] {
    const others = this.#mistakes
    const own = (this.#mistakes = [])
    this.check(schema, value, at)
    this.#mistakes = others
    return own
  }

  accepts(schema: unknown, value: unknown, at: string): boolean {
    return this.attempt(schema, value, at).length === 0
  }

  report(pointer: string, keyword: string, message: string): void {
    this.#mistakes.push({ pointer, keyword, message })
  }

  reportMissing(required: readonly unknown[], value: Members, pointer: string): void {
    for (const name of required as readonly string[]) {
      if (Object.hasOwn(value, name) && value[name] !== undefined) continue
      const message = `the member '${name}' is missing`
      this.#mistakes.push({ pointer, keyword: 'required', message, missing: name })
    }
  }

  reportUnknown(pointer: string, known: readonly string[]): void {
    const message = 'there is no such member'
    this.#mistakes.push({ pointer, keyword: 'additionalProperties', message, known })
  }

  follow(reference: string, value: unknown, at: string): void {
    const definition = definitionOf(this.#root, reference)
    const outer = this.#open.get(definition)
    if (outer === at) return
    this.#open.set(definition, at)
    this.check(definition, value, at)
    if (outer === undefined) this.#open.delete(definition)
    else this.#open.set(definition, outer)
  }

  /** Checks against several shapes; the one with the fewest mistakes is taken for the intended one. */
  choose(keyword: string, shapes: readonly unknown[], value: unknown, at: string): void {
    if (shapes.length === 0) return
    let fitting = 0
    let best: readonly SchemaMistake[] | undefined
    for (const shape of shapes) {
      const mistakes = this.attempt(shape, value, at)
      if (mistakes.length === 0) fitting += 1
      else if (best === undefined || weight(mistakes, at) < weight(best, at)) best = mistakes
    }
    if (fitting === 0) this.#mistakes.push(...(best ?? []))
    if (keyword === 'oneOf' && fitting > 1)
      this.report(at, keyword, 'must match one of several shapes, not two')
  }
}

/** Checks what one keyword or a few that belong together say about a value. */
type Rule = (schema: Members, value: unknown, at: string, checker: Checker) => void

/** The rules with the keywords that need them, in the order in which mistakes are listed. */
const RULES: readonly (readonly [keywords: readonly string[], rule: Rule])[] = [
  [['$ref'], ({ $ref }, value, at, checker) => checker.follow(String($ref), value, at)],
  [['type'], checkType],
  [['const'], checkConstant],
  [['enum'], checkChoice],
  [['pattern', 'minLength', 'maxLength'], checkText],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], checkNumber],
  [['required'], checkRequired],
  [['minProperties', 'maxProperties'], checkCount],
  [['properties', 'patternProperties', 'additionalProperties', 'propertyNames'], checkMembers],
  [['dependentRequired', 'dependentSchemas', 'dependencies'], checkDependencies],
  [['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'], checkItems],
  [['allOf', 'anyOf', 'oneOf', 'not', 'if'], checkCombined],
]

const rulesBySchema = new WeakMap<object, readonly Rule[]>()

function rulesOf(schema: Members): readonly Rule[] {
  let rules = rulesBySchema.get(schema)
  if (rules === undefined) {
    rules = RULES.filter(([keywords]) => keywords.some((word) => Object.hasOwn(schema, word))).map(
      ([, rule]) => rule,
    )
    rulesBySchema.set(schema, rules)
  }
  return rules
}

function checkType({ type }: Members, value: unknown, at: string, checker: Checker): void {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const own = nameOf(value)
  if (types.includes(own) || (Number.isInteger(value) && types.includes('integer'))) return
  if (types.length > 0) checker.report(at, 'type', `must be ${types.join(' or ')}, not ${own}`)
}

function checkConstant(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (!jsonEqual(value, schema['const']))
    checker.report(at, 'const', `must be ${JSON.stringify(schema['const'])}`)
}

function checkChoice(schema: Members, value: unknown, at: string, checker: Checker): void {
  const allowed = listOf(schema['enum'])
  if (!allowed.some((each) => jsonEqual(value, each)))
    checker.report(at, 'enum', `must be one of ${JSON.stringify(allowed)}`)
}

function checkText(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (typeof value !== 'string') return
  const { pattern, minLength, maxLength } = schema
  // Characters are code points, as the standard says.
  const length = (minLength ?? maxLength) === undefined ? 0 : Array.from(value).length
  if (typeof pattern === 'string' && !toPattern(pattern).test(value))
    checker.report(at, 'pattern', `must match ${pattern}`)
  if (isNumber(minLength) && length < minLength) {
    const message = atLeast(minLength, 'characters')
    checker.report(at, 'minLength', message)
  }
  if (isNumber(maxLength) && length > maxLength)
    checker.report(at, 'maxLength', `must have at most ${maxLength} characters`)
}

function checkNumber(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (typeof value !== 'number') return
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (isNumber(minimum) && value < minimum)
    checker.report(at, 'minimum', `must not be less than ${minimum}`)
  if (isNumber(maximum) && value > maximum)
    checker.report(at, 'maximum', `must not be more than ${maximum}`)
  if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum)
    checker.report(at, 'exclusiveMinimum', `must be more than ${exclusiveMinimum}`)
  if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum)
    checker.report(at, 'exclusiveMaximum', `must be less than ${exclusiveMaximum}`)
  if (isNumber(multipleOf) && !isMultiple(value, multipleOf))
    checker.report(at, 'multipleOf', `must be a multiple of ${multipleOf}`)
}

function checkRequired(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (isObject(value)) checker.reportMissing(listOf(schema['required']), value, at)
}

function checkCount(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (!isObject(value)) return
  const { minProperties, maxProperties } = schema
  const count = Object.keys(value).length
  if (isNumber(minProperties) && count < minProperties)
    checker.report(at, 'minProperties', atLeast(minProperties, 'members'))
  if (isNumber(maxProperties) && count > maxProperties)
    checker.report(at, 'maxProperties', `must have at most ${maxProperties} members`)
}

function checkMembers(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (!isObject(value)) return
  const { propertyNames, additionalProperties } = schema
  const known = membersOf(schema['properties'])
  const patterns = membersOf(schema['patternProperties'])
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined) continue
    const place = `${at}/${toPart(name)}`
    if (propertyNames !== undefined) checker.check(propertyNames, name, place)
    let isKnown = Object.hasOwn(known, name)
    if (isKnown) checker.check(known[name], member, place)
    for (const pattern of Object.keys(patterns)) {
      if (!toPattern(pattern).test(name)) continue
      isKnown = true
      checker.check(patterns[pattern], member, place)
    }
    if (isKnown) continue
    if (additionalProperties === false) checker.reportUnknown(place, Object.keys(known))
    else checker.check(additionalProperties, member, place)
  }
}

/** Checks what a member demands of the object that has it; draft 7 has one keyword for both kinds. */
function checkDependencies(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (!isObject(value)) return
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    for (const [name, needed] of Object.entries(membersOf(schema[keyword]))) {
      if (!Object.hasOwn(value, name)) continue
      if (Array.isArray(needed)) checker.reportMissing(needed, value, at)
      else checker.check(needed, value, at)
    }
  }
}

function checkItems(schema: Members, value: unknown, at: string, checker: Checker): void {
  if (!Array.isArray(value)) return
  const { items, minItems, maxItems, contains } = schema
  // Draft 7 lists the schemas of the first items in `items` itself.
  const [first, rest] = Array.isArray(items)
    ? [items as readonly unknown[], schema['additionalItems']]
    : [listOf(schema['prefixItems']), items]
  for (const [index, item] of value.entries())
    checker.check(index < first.length ? first[index] : rest, item, `${at}/${index}`)
  if (isNumber(minItems) && value.length < minItems)
    checker.report(at, 'minItems', atLeast(minItems, 'items'))
  if (isNumber(maxItems) && value.length > maxItems)
    checker.report(at, 'maxItems', `must have at most ${maxItems} items`)
  if (schema['uniqueItems'] === true && hasEqualItems(value))
    checker.report(at, 'uniqueItems', 'must not have equal items')
  if (contains === undefined) return
  const { minContains = 1, maxContains = Infinity } = schema
  const count = value.filter((item, index) =>
    checker.accepts(contains, item, `${at}/${index}`),
  ).length
  if (count < Number(minContains))
    checker.report(at, 'contains', `must contain ${String(minContains)} matching items`)
  if (count > Number(maxContains))
    checker.report(at, 'contains', `must contain at most ${String(maxContains)} matching items`)
}

function checkCombined(schema: Members, value: unknown, at: string, checker: Checker): void {
  const { not, if: condition, then: yes, else: no } = schema
  for (const shape of listOf(schema['allOf'])) checker.check(shape, value, at)
  checker.choose('anyOf', listOf(schema['anyOf']), value, at)
  checker.choose('oneOf', listOf(schema['oneOf']), value, at)
  if (not !== undefined && checker.accepts(not, value, at))
    checker.report(at, 'not', 'must not match a shape that is ruled out')
  if (condition !== undefined)
    checker.check(checker.accepts(condition, value, at) ? yes : no, value, at)
}

/** A wrong type at the place itself, or a wrong constant, shows that another shape was intended. */
function weight(mistakes: readonly SchemaMistake[], at: string): number {
  return mistakes.reduce((sum, { pointer, keyword }) => {
    if (pointer === at && keyword === 'type') return sum + 100
    return sum + (keyword === 'const' ? 10 : 1)
  }, 0)
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

function atLeast(count: number, what: string): string {
  return count === 1 ? 'must not be empty' : `must have at least ${count} ${what}`
}
