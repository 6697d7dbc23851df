import type { Definition, DefinitionOf } from './definition.ts'
import { EXACT, isObject, oneOf, shownText, type Scalar } from './wording.ts'
import { hasFormat, parseDate, parseDuration } from './text-formats.ts'

/** Why a value was refused; the codes are those of surety's table of error codes. */
export type IssueCode =
  | 'MISSING_ARGUMENT'
  | 'INVALID_VALUE'
  | 'INVALID_CHOICE'
  | 'UNKNOWN_MEMBER'
  | 'FIELD_TOO_LARGE'

/** A problem with a value: a Standard Schema issue that also has a code to branch on. */
export interface SchemaIssue {
  readonly message: string
  readonly path: readonly (string | number)[]
  readonly code: IssueCode
  /** The allowed values, where they can be listed. */
  readonly allowed?: readonly Scalar[]
}

/** Deeper JSON is refused, and with it circular values. */
const MAX_DEPTH = 512

/** Checks a value against a definition, adds every problem to `issues` and returns the output value. */
export function check(def: Definition, value: unknown, issues: SchemaIssue[]): unknown {
  return new Checker(issues, []).check(def, value)
}

/** The names that definitions list, found once: a list has the same one for every row. */
const names = new WeakMap<DefinitionOf<'object'>, ReadonlySet<string>>()

function namesIn(def: DefinitionOf<'object'>): ReadonlySet<string> {
  const known = names.get(def) ?? new Set(def.members.map(([name]) => name))
  names.set(def, known)
  return known
}

class Checker {
  readonly #issues: SchemaIssue[]
  /** The path to the current value. */
  readonly #path: (string | number)[]

  constructor(issues: SchemaIssue[], path: (string | number)[]) {
    this.#issues = issues
    this.#path = path
  }

  check(def: Definition, value: unknown): unknown {
    if (value === undefined) return this.#absent(def)
    if (value === null && def.nullable === true) return null
    switch (def.kind) {
      case 'string':
        return this.#string(def, value)
      case 'number':
        return this.#number(def, value)
      case 'boolean':
        return typeof value === 'boolean' ? value : this.#refuse(def, 'true or false', value)
      case 'array':
        return this.#array(def, value)
      case 'object':
        return this.#object(def, value)
      case 'enum':
        if (typeof value === 'string' && def.values.includes(value)) return value
        return this.#refuseChoice(def, def.values, value)
      case 'literal':
        return value === def.value ? value : this.#refuseChoice(def, [def.value], value)
      case 'record':
        return this.#record(def, value)
      case 'union':
        return this.#union(def, value)
      case 'date': {
        const date = typeof value === 'string' ? parseDate(value) : undefined
        return date ?? this.#refuse(def, 'an ISO 8601 date such as 2026-02-09T07:05:00Z', value)
      }
      case 'duration': {
        const ms = typeof value === 'string' ? parseDuration(value) : undefined
        return ms ?? this.#refuse(def, 'a duration such as 30s, 5m or 1h30m', value)
      }
      case 'bigint':
        return toBigInt(value) ?? this.#refuse(def, 'a whole number in digits', value)
      case 'json':
        return isJson(value, 0) ? value : this.#refuse(def, 'a JSON value', value)
      case 'bytes':
        // A buffer, or what stands for one in an answer.
        return typeof value === 'object' ? value : this.#refuse(def, 'bytes', value)
      case 'unknown':
        return value
    }
  }

  #absent(def: Definition): unknown {
    if (def.default !== undefined) return this.check(def, def.default)
    if (def.optional === true) return undefined
    this.#report('MISSING_ARGUMENT', `expected ${expectation(def)}, got nothing`)
    return undefined
  }

  #string(def: DefinitionOf<'string'>, value: unknown): unknown {
    if (typeof value !== 'string') return this.#refuse(def, 'a string', value)
    const { min, max, maxBytes = Infinity, pattern, want, format } = def
    const bytes = maxBytes === Infinity ? 0 : new TextEncoder().encode(value).length
    if (bytes > maxBytes)
      this.#report('FIELD_TOO_LARGE', `expected at most ${maxBytes} bytes, got ${bytes}`)
    const length = (min ?? max) === undefined ? 0 : Array.from(value).length
    if (min !== undefined && length < min) this.#refuse(def, `at least ${characters(min)}`, value)
    if (max !== undefined && length > max) this.#refuse(def, `at most ${characters(max)}`, value)
    if (pattern !== undefined && !pattern.test(value))
      this.#refuse(def, want ?? `text that matches ${pattern.source}`, value)
    if (format !== undefined && !hasFormat(format, value))
      this.#refuse(def, `text in the form ${format}`, value)
    return value
  }

  #number(def: DefinitionOf<'number'>, value: unknown): unknown {
    const { whole, min, max } = def
    const isInexact = whole && Number.isInteger(value) && !Number.isSafeInteger(value)
    const wanted = isInexact ? EXACT : expectation(def)
    const isNumber = whole ? Number.isSafeInteger(value) : Number.isFinite(value)
    if (!isNumber || typeof value !== 'number') return this.#refuse(def, wanted, value)
    if (min !== undefined && value < min) this.#refuse(def, `${wanted} of at least ${min}`, value)
    if (max !== undefined && value > max) this.#refuse(def, `${wanted} of at most ${max}`, value)
    return value
  }

  #array(def: DefinitionOf<'array'>, value: unknown): unknown {
    if (!Array.isArray(value)) return this.#refuse(def, 'an array', value)
    const { min, max } = def
    if (min !== undefined && value.length < min) this.#refuse(def, `at least ${items(min)}`, value)
    if (max !== undefined && value.length > max) this.#refuse(def, `at most ${items(max)}`, value)
    return Array.from(value, (item: unknown, index) => this.#member(index, def.item, item))
  }

  #object(def: DefinitionOf<'object'>, value: unknown): unknown {
    if (!isObject(value)) return this.#refuse(def, 'an object', value)
    const kept: (readonly [string, unknown])[] = []
    for (const [name, member] of def.members) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined
      const checked = this.#member(name, member, given)
      if (checked !== undefined) kept.push([name, checked])
    }
    const declared = namesIn(def)
    for (const name of Object.keys(value)) {
      if (declared.has(name)) continue
      if (def.open) kept.push([name, value[name]])
      else if (value[name] !== undefined)
        this.#report('UNKNOWN_MEMBER', `there is no member '${name}' here`, [name])
    }
    // Plain assignment to __proto__ would change the prototype instead of adding a member.
    return Object.fromEntries(kept)
  }

  #record(def: DefinitionOf<'record'>, value: unknown): unknown {
    if (!isObject(value)) return this.#refuse(def, 'an object', value)
    return Object.fromEntries(
      Object.entries(value).map(([name, given]) => {
        if (def.key !== undefined) this.#member(name, def.key, name)
        return [name, this.#member(name, def.value, given)]
      }),
    )
  }

  #union(def: DefinitionOf<'union'>, value: unknown): unknown {
    const near: (readonly SchemaIssue[])[] = []
    for (const option of def.options) {
      const found: SchemaIssue[] = []
      const checked = new Checker(found, this.#path).check(option, value)
      if (found.length === 0) return checked
      if (found.every((issue) => issue.path.length > this.#path.length)) near.push(found)
    }
    // The problems with the one option of the right shape explain more than a list of all options.
    if (near.length === 1) this.#issues.push(...near[0]!)
    else this.#refuse(def, def.options.map(expectation).join(' or '), value)
    return undefined
  }

  #member(name: string | number, def: Definition, value: unknown): unknown {
    this.#path.push(name)
    const checked = this.check(def, value)
    this.#path.pop()
    return checked
  }

  #refuse(def: Definition, wanted: string, value: unknown): undefined {
    this.#report('INVALID_VALUE', `expected ${wanted}, got ${shown(def, value)}`)
  }

  #refuseChoice(def: Definition, allowed: readonly Scalar[], value: unknown): undefined {
    const message = `expected ${oneOf(allowed)}, got ${shown(def, value)}`
    this.#report('INVALID_CHOICE', message, [], allowed)
  }

  #report(
    code: IssueCode,
    message: string,
    below: readonly string[] = [],
    allowed?: readonly Scalar[],
  ): void {
    const path = [...this.#path, ...below]
    this.#issues.push({ code, message, path, ...(allowed && { allowed }) })
  }
}

/** What is expected of a value, where its kind alone says it. */
const EXPECTED = {
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  duration: 'a duration',
  bigint: 'a whole number',
  json: 'a value',
  bytes: 'bytes',
  unknown: 'a value',
} as const

function expectation(def: Definition): string {
  switch (def.kind) {
    case 'number':
      return def.whole ? 'a whole number' : 'a number'
    case 'enum':
      return oneOf(def.values)
    case 'literal':
      return oneOf([def.value])
    case 'union':
      return def.options.map(expectation).join(' or ')
    default:
      return EXPECTED[def.kind]
  }
}

function shown({ secret }: Definition, value: unknown): string {
  if (secret === true) return 'something else'
  if (typeof value === 'string') return shownText(value)
  if (Array.isArray(value)) return items(value.length)
  if (isObject(value)) return 'an object'
  return typeof value === 'function' || typeof value === 'symbol'
    ? `a ${typeof value}`
    : String(value)
}

/** Reads a whole number of any length; undefined for a number that may have lost digits already. */
function toBigInt(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  const isDigits = typeof value === 'string' && /^[+-]?[0-9]{1,4096}$/.test(value)
  return isDigits || Number.isSafeInteger(value) ? BigInt(value as string | number) : undefined
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  return Object.values(value).every((member) => isJson(member, depth + 1))
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

function items(count: number): string {
  return count === 1 ? 'an array of 1 item' : `an array of ${count} items`
}
