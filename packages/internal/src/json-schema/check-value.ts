import { toPart } from '../json/json-members.ts'
import { isHolder } from '../json/json-depth.ts'
import { jsonEqual, resolveReference } from '../json/json-values.ts'
import { toPattern } from './to-pattern.ts'

export interface SchemaMistake {
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

type Check = (value: unknown, at: string, mistakes: SchemaMistake[]) => void

/**
 * Checks a JSON value against a JSON Schema and lists every mistake. It reads draft 7 and 2020-12, without
 * `$dynamicRef`, `unevaluated*` and references to other documents; `format` says nothing about validity.
 * A member that is undefined counts as absent. A schema is read once and must not change after that.
 */
export function checkValue(schema: unknown, value: unknown): readonly SchemaMistake[] {
  return mistakesOf(checkOf(schema), value, '')
}

function mistakesOf(check: Check, value: unknown, at: string): readonly SchemaMistake[] {
  const mistakes: SchemaMistake[] = []
  check(value, at, mistakes)
  return mistakes
}

const checks = new WeakMap<object, Check>()

function checkOf(schema: unknown): Check {
  if (!isHolder(schema)) return compilerOf(schema).compile(schema)
  let check = checks.get(schema)
  if (check === undefined) checks.set(schema, (check = compilerOf(schema).compile(schema)))
  return check
}

/** Makes checks of the parts of one schema. */
type Compiler = ReturnType<typeof compilerOf>

function compilerOf(root: unknown) {
  const references = new Map<string, Check>()
  const compiler = {
    compile(schema: unknown): Check {
      if (schema === false)
        return (_, at, mistakes) => report(mistakes, at, 'false', 'must not be present')
      if (!isObject(schema)) return ACCEPT
      const own = RULES.filter(([keywords]) => keywords.some((word) => Object.hasOwn(schema, word)))
      const made = own.map(([, rule]) => rule(schema, compiler))
      if (made.length === 1) return made[0]!
      return (value, at, mistakes) => {
        for (const check of made) check(value, at, mistakes)
      }
    },
    compileAll(schemas: unknown): readonly Check[] {
      return listOf(schemas).map((schema) => compiler.compile(schema))
    },
    /** Compiles the schema of a member when a value has that member; one that is absent has no check. */
    compileMembers(schemas: unknown): (name: string) => Check | undefined {
      const known = new Map<string, Check>()
      const given = membersOf(schemas)
      return (name) => {
        const check = known.get(name)
        if (check !== undefined || !Object.hasOwn(given, name)) return check
        const made = compiler.compile(given[name])
        known.set(name, made)
        return made
      }
    },
    /** Follows a reference when it is first used: a definition may refer to itself. */
    follow(reference: string): Check {
      const known = references.get(reference)
      if (known !== undefined) return known
      let definition: Check | undefined
      let open: string | undefined
      const check: Check = (value, at, mistakes) => {
        if (open === at) return
        const outer = open
        open = at
        try {
          definition ??= compiler.compile(resolveReference(root, reference))
          definition(value, at, mistakes)
        } finally {
          open = outer
        }
      }
      references.set(reference, check)
      return check
    },
  }
  return compiler
}

const ACCEPT: Check = () => undefined

function report(
  mistakes: SchemaMistake[],
  pointer: string,
  keyword: string,
  message: string,
): void {
  mistakes.push({ pointer, keyword, message })
}

function reportMissing(
  mistakes: SchemaMistake[],
  pointer: string,
  required: readonly unknown[],
  value: Members,
): void {
  for (const name of required as readonly string[]) {
    if (Object.hasOwn(value, name) && value[name] !== undefined) continue
    const message = `the member '${name}' is missing`
    mistakes.push({ pointer, keyword: 'required', message, missing: name })
  }
}

type Rule = (schema: Members, compiler: Compiler) => Check

/** The limits of numbers, when a number breaks one, and what it must be instead. */
const LIMITS: readonly (readonly [string, (value: number, limit: number) => boolean, string])[] = [
  ['minimum', (value, limit) => value < limit, 'must not be less than'],
  ['maximum', (value, limit) => value > limit, 'must not be more than'],
  ['exclusiveMinimum', (value, limit) => value <= limit, 'must be more than'],
  ['exclusiveMaximum', (value, limit) => value >= limit, 'must be less than'],
  ['multipleOf', (value, of) => !isMultiple(value, of), 'must be a multiple of'],
]

/** The rules with the keywords that need them, in the order in which mistakes are listed. */
const RULES: readonly (readonly [keywords: readonly string[], rule: Rule])[] = [
  [['$ref'], ({ $ref }, compiler) => compiler.follow(String($ref))],
  [['type'], typeRule],
  [['const'], constantRule],
  [['enum'], choiceRule],
  [['pattern'], patternRule],
  [['minLength', 'maxLength'], (schema) => sizeRule(schema, 'Length', 'characters', charactersOf)],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], numberRule],
  [['required'], requiredRule],
  [
    ['minProperties', 'maxProperties'],
    (schema) => sizeRule(schema, 'Properties', 'members', membersIn),
  ],
  [['properties', 'patternProperties', 'additionalProperties', 'propertyNames'], membersRule],
  [['dependentRequired', 'dependentSchemas', 'dependencies'], dependenciesRule],
  [['items', 'prefixItems', 'uniqueItems', 'contains'], itemsRule],
  [['minItems', 'maxItems'], (schema) => sizeRule(schema, 'Items', 'items', itemsIn)],
  [['allOf', 'anyOf', 'oneOf', 'not', 'if'], combinedRule],
]

function typeRule({ type }: Members): Check {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const takesIntegers = types.includes('integer')
  return (value, at, mistakes) => {
    const own = nameOf(value)
    if (types.includes(own) || (takesIntegers && Number.isInteger(value))) return
    if (types.length > 0) report(mistakes, at, 'type', `must be ${types.join(' or ')}, not ${own}`)
  }
}

function constantRule({ const: constant }: Members): Check {
  return (value, at, mistakes) => {
    if (!jsonEqual(value, constant))
      report(mistakes, at, 'const', `must be ${JSON.stringify(constant)}`)
  }
}

function choiceRule(schema: Members): Check {
  const allowed = listOf(schema['enum'])
  return (value, at, mistakes) => {
    if (!allowed.includes(value) && !allowed.some((each) => jsonEqual(value, each)))
      report(mistakes, at, 'enum', `must be one of ${JSON.stringify(allowed)}`)
  }
}

function patternRule(schema: Members): Check {
  const pattern = String(schema['pattern'])
  // Our schemas say in words what their patterns ask for, where every checker lets them.
  const { $comment: words } = schema
  const isTold = typeof words === 'string' && words.startsWith('must be ')
  const message = isTold ? words : `must match the regular expression ${pattern}`
  return (value, at, mistakes) => {
    if (typeof value === 'string' && !toPattern(pattern).test(value))
      report(mistakes, at, 'pattern', message)
  }
}

function numberRule(schema: Members): Check {
  const limits = LIMITS.filter(([keyword]) => isNumber(schema[keyword]))
  return (value, at, mistakes) => {
    if (typeof value !== 'number') return
    for (const [keyword, isBroken, demand] of limits) {
      const limit = schema[keyword] as number
      if (isBroken(value, limit)) report(mistakes, at, keyword, `${demand} ${limit}`)
    }
  }
}

/** Holds a value to the least and the most characters, members or items. */
function sizeRule(
  schema: Members,
  of: string,
  unit: string,
  sizeOf: (value: unknown) => number | undefined,
): Check {
  const [min, max] = [`min${of}`, `max${of}`]
  const { [min]: least, [max]: most } = schema
  const atLeast = least === 1 ? 'must not be empty' : `must have at least ${String(least)} ${unit}`
  return (value, at, mistakes) => {
    const size = sizeOf(value)
    if (size === undefined) return
    if (isNumber(least) && size < least) report(mistakes, at, min, atLeast)
    if (isNumber(most) && size > most)
      report(mistakes, at, max, `must have at most ${most} ${unit}`)
  }
}

// Characters are code points, as the standard says.
const charactersOf = (value: unknown) =>
  typeof value === 'string' ? Array.from(value).length : undefined
const membersIn = (value: unknown) => (isObject(value) ? Object.keys(value).length : undefined)
const itemsIn = (value: unknown) => (Array.isArray(value) ? value.length : undefined)

function requiredRule(schema: Members): Check {
  const required = listOf(schema['required'])
  return (value, at, mistakes) => {
    if (isObject(value)) reportMissing(mistakes, at, required, value)
  }
}

function membersRule(schema: Members, compiler: Compiler): Check {
  const { propertyNames, additionalProperties } = schema
  const checkOf = compiler.compileMembers(schema['properties'])
  const byPattern = Object.entries(membersOf(schema['patternProperties'])).map(
    ([pattern, each]) => [pattern, compiler.compile(each)] as const,
  )
  const checkName = propertyNames === undefined ? undefined : compiler.compile(propertyNames)
  const checkOther = compiler.compile(additionalProperties)
  return (value, at, mistakes) => {
    if (!isObject(value)) return
    for (const name of Object.keys(value)) {
      const member = value[name]
      if (member === undefined) continue
      const place = `${at}/${toPart(name)}`
      checkName?.(name, place, mistakes)
      const check = checkOf(name)
      check?.(member, place, mistakes)
      let isKnown = check !== undefined
      for (const [pattern, checkMatch] of byPattern) {
        if (!toPattern(pattern).test(name)) continue
        isKnown = true
        checkMatch(member, place, mistakes)
      }
      if (isKnown) continue
      if (additionalProperties === false)
        mistakes.push({
          pointer: place,
          keyword: 'additionalProperties',
          message: 'there is no such member',
          known: Object.keys(membersOf(schema['properties'])),
        })
      else checkOther(member, place, mistakes)
    }
  }
}

/** Checks what a member demands of the object that has it; draft 7 has one keyword for both kinds. */
function dependenciesRule(schema: Members, compiler: Compiler): Check {
  const demands = ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(membersOf(schema[keyword])).map(([name, needed]) => {
      const check: Check = Array.isArray(needed)
        ? (value, at, mistakes) => reportMissing(mistakes, at, needed, value as Members)
        : compiler.compile(needed)
      return [name, check] as const
    }),
  )
  return (value, at, mistakes) => {
    if (!isObject(value)) return
    for (const [name, check] of demands) if (Object.hasOwn(value, name)) check(value, at, mistakes)
  }
}

function itemsRule(schema: Members, compiler: Compiler): Check {
  const { items, contains, minContains = 1, maxContains = Infinity } = schema
  // Draft 7 lists the schemas of the first items in `items` itself.
  const isTuple = Array.isArray(items)
  const first = compiler.compileAll(isTuple ? items : schema['prefixItems'])
  const rest = compiler.compile(isTuple ? schema['additionalItems'] : items)
  const checkContained = contains === undefined ? undefined : compiler.compile(contains)
  return (value, at, mistakes) => {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries())
      (first[index] ?? rest)(item, `${at}/${index}`, mistakes)
    if (schema['uniqueItems'] === true && hasEqualItems(value))
      report(mistakes, at, 'uniqueItems', 'must not have equal items')
    if (checkContained === undefined) return
    const count = value.filter((item) => mistakesOf(checkContained, item, at).length === 0).length
    if (count < Number(minContains))
      report(mistakes, at, 'contains', `must contain ${String(minContains)} matching items`)
    if (count > Number(maxContains))
      report(mistakes, at, 'contains', `must contain at most ${String(maxContains)} matching items`)
  }
}

function combinedRule(schema: Members, compiler: Compiler): Check {
  const all = compiler.compileAll(schema['allOf'])
  const any = compiler.compileAll(schema['anyOf'])
  const one = compiler.compileAll(schema['oneOf'])
  const no = schema['not'] === undefined ? undefined : compiler.compile(schema['not'])
  const condition = schema['if'] === undefined ? undefined : compiler.compile(schema['if'])
  const then = compiler.compile(schema['then'])
  const otherwise = compiler.compile(schema['else'])
  return (value, at, mistakes) => {
    for (const check of all) check(value, at, mistakes)
    choose(any, value, at, mistakes)
    if (choose(one, value, at, mistakes) > 1)
      report(mistakes, at, 'oneOf', 'must match one of several shapes, not two')
    if (no && mistakesOf(no, value, at).length === 0)
      report(mistakes, at, 'not', 'must not match a shape that is ruled out')
    if (condition === undefined) return
    const applies = mistakesOf(condition, value, at).length === 0
    if (applies) then(value, at, mistakes)
    else otherwise(value, at, mistakes)
  }
}

/** Returns how many shapes fit. If none does, that with the fewest mistakes is taken for the intended one. */
function choose(
  shapes: readonly Check[],
  value: unknown,
  at: string,
  mistakes: SchemaMistake[],
): number {
  let fitting = 0
  let best: readonly SchemaMistake[] = []
  for (const shape of shapes) {
    const found = mistakesOf(shape, value, at)
    if (found.length === 0) fitting += 1
    else if (best.length === 0 || weight(found, at) < weight(best, at)) best = found
  }
  if (fitting === 0) mistakes.push(...best)
  return fitting
}

/** A wrong type or word at the place itself, or a wrong constant, shows that another shape was intended. */
function weight(mistakes: readonly SchemaMistake[], at: string): number {
  return mistakes.reduce((sum, { pointer, keyword }) => {
    if (pointer === at && (keyword === 'type' || keyword === 'enum')) return sum + 100
    return sum + (keyword === 'const' ? 10 : 1)
  }, 0)
}

function hasEqualItems(items: readonly unknown[]): boolean {
  const plain = items.filter((item) => !isHolder(item))
  const others = items.filter(isHolder)
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
  // JSON has no number that is none, and no infinite one.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return Array.isArray(value) ? 'array' : typeof value
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isObject(value: unknown): value is Members {
  return isHolder(value) && !Array.isArray(value)
}

function membersOf(value: unknown): Members {
  return isObject(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
