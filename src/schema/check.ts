import type { Definition, DefinitionOf } from './definition.ts'
import { hasFormat, parseDate, parseDuration } from './text-formats.ts'

/** Why a value was refused; the codes are those of surety's table of error codes. */
export type IssueCode = 'MISSING_ARGUMENT' | 'INVALID_VALUE' | 'INVALID_CHOICE' | 'UNKNOWN_MEMBER'

/** A problem with a value: a Standard Schema issue that also has a code to branch on. */
export interface SchemaIssue {
  readonly message: string
  readonly path: readonly (string | number)[]
  readonly code: IssueCode
  /** The allowed values, where they can be listed. */
  readonly allowed?: readonly (string | number | boolean | null)[]
}

/** The path to the current value; one array per check, copied into issues only. */
type Path = (string | number)[]

/** Deeper JSON is refused, and with it circular values. */
const MAX_DEPTH = 512

/** Checks a value against a definition, adds every problem to `issues` and returns the output value. */
export function check(def: Definition, value: unknown, path: Path, issues: SchemaIssue[]): unknown {
  if (value === undefined) return absent(def, path, issues)
  if (value === null && def.nullable === true) return null
  switch (def.kind) {
    case 'string':
      return checkString(def, value, path, issues)
    case 'number':
      return checkNumber(def, value, path, issues)
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse(def, 'true or false', value, path, issues)
    case 'array':
      return checkArray(def, value, path, issues)
    case 'object':
      return checkObject(def, value, path, issues)
    default:
      return checkRare(def, value, path, issues)
  }
}

/** Checks the kinds that most calls have not, so that these do not wait for them to be compiled. */
function checkRare(
  def: Exclude<Definition, { kind: 'string' | 'number' | 'boolean' | 'array' | 'object' }>,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): unknown {
  switch (def.kind) {
    case 'enum':
      if (typeof value === 'string' && def.values.includes(value)) return value
      return choice(def, def.values, value, path, issues)
    case 'literal':
      return value === def.value ? value : choice(def, [def.value], value, path, issues)
    case 'record':
      return checkRecord(def, value, path, issues)
    case 'union':
      return checkUnion(def, value, path, issues)
    case 'date': {
      const date = typeof value === 'string' ? parseDate(value) : undefined
      return (
        date ?? refuse(def, 'an ISO 8601 date such as 2026-02-09T07:05:00Z', value, path, issues)
      )
    }
    case 'duration': {
      const ms = typeof value === 'string' ? parseDuration(value) : undefined
      return ms ?? refuse(def, 'a duration such as 30s, 5m or 1h30m', value, path, issues)
    }
    case 'json':
      return isJson(value, 0) ? value : refuse(def, 'a JSON value', value, path, issues)
    case 'unknown':
      return value
  }
}

function absent(def: Definition, path: Path, issues: SchemaIssue[]): unknown {
  if (def.default !== undefined) return check(def, def.default, path, issues)
  if (def.optional === true) return undefined
  const message = `expected ${expectation(def)}, got nothing`
  issues.push({ code: 'MISSING_ARGUMENT', message, path: [...path] })
  return undefined
}

function checkString(
  def: DefinitionOf<'string'>,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): unknown {
  if (typeof value !== 'string') return refuse(def, 'a string', value, path, issues)
  const { min, max, pattern, format } = def
  if (min !== undefined || max !== undefined) {
    const length = countCharacters(value)
    if (min !== undefined && length < min)
      refuse(def, `at least ${characters(min)}`, value, path, issues)
    if (max !== undefined && length > max)
      refuse(def, `at most ${characters(max)}`, value, path, issues)
  }
  if (pattern !== undefined && !pattern.test(value)) {
    refuse(def, `text that matches ${pattern.source}`, value, path, issues)
  }
  if (format !== undefined && !hasFormat(format, value)) {
    refuse(def, `text in the form ${format}`, value, path, issues)
  }
  return value
}

function checkNumber(
  def: DefinitionOf<'number'>,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): unknown {
  const wanted = def.whole ? 'a whole number' : 'a number'
  if (
    typeof value !== 'number' ||
    !Number.isFinite(value) ||
    (def.whole && !Number.isInteger(value))
  ) {
    return refuse(def, wanted, value, path, issues)
  }
  if (def.min !== undefined && value < def.min) {
    refuse(def, `${wanted} of at least ${def.min}`, value, path, issues)
  }
  if (def.max !== undefined && value > def.max) {
    refuse(def, `${wanted} of at most ${def.max}`, value, path, issues)
  }
  return value
}

function checkArray(
  def: DefinitionOf<'array'>,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): unknown {
  if (!Array.isArray(value)) return refuse(def, 'an array', value, path, issues)
  if (def.min !== undefined && value.length < def.min) {
    refuse(def, `at least ${items(def.min)}`, value, path, issues)
  }
  if (def.max !== undefined && value.length > def.max) {
    refuse(def, `at most ${items(def.max)}`, value, path, issues)
  }
  const result: unknown[] = []
  for (let index = 0; index < value.length; index += 1) {
    path.push(index)
    result.push(check(def.item, value[index], path, issues))
    path.pop()
  }
  return result
}

function checkObject(
  def: DefinitionOf<'object'>,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): unknown {
  if (!isObject(value)) return refuse(def, 'an object', value, path, issues)
  const result: Record<string, unknown> = {}
  let known = 0
  for (const [name, member] of def.members) {
    const given = Object.hasOwn(value, name)
    if (given) known += 1
    path.push(name)
    const checked = check(member, given ? value[name] : undefined, path, issues)
    path.pop()
    if (checked !== undefined) setMember(result, name, checked)
  }
  const names = Object.keys(value)
  if (names.length === known) return result
  for (const name of names) {
    if (def.members.some(([declared]) => declared === name)) continue
    if (def.open) setMember(result, name, value[name])
    else if (value[name] !== undefined) {
      const message = `there is no member '${name}' here`
      issues.push({ code: 'UNKNOWN_MEMBER', message, path: [...path, name] })
    }
  }
  return result
}

function checkRecord(
  def: DefinitionOf<'record'>,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): unknown {
  if (!isObject(value)) return refuse(def, 'an object', value, path, issues)
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    path.push(name)
    if (def.key !== undefined) check(def.key, name, path, issues)
    setMember(result, name, check(def.value, value[name], path, issues))
    path.pop()
  }
  return result
}

function checkUnion(
  def: DefinitionOf<'union'>,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): unknown {
  let nearest: readonly SchemaIssue[] | undefined
  let near = 0
  for (const option of def.options) {
    const found: SchemaIssue[] = []
    const checked = check(option, value, path, found)
    if (found.length === 0) return checked
    // The problems with the one option of the right shape explain more than a list of all options.
    if (found.every((issue) => issue.path.length > path.length)) {
      nearest = found
      near += 1
    }
  }
  if (nearest !== undefined && near === 1) issues.push(...nearest)
  else refuse(def, def.options.map(expectation).join(' or '), value, path, issues)
  return undefined
}

function refuse(
  def: Definition,
  wanted: string,
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): undefined {
  const got = def.secret === true ? 'something else' : describeValue(value)
  issues.push({ code: 'INVALID_VALUE', message: `expected ${wanted}, got ${got}`, path: [...path] })
}

function choice(
  def: Definition,
  allowed: readonly (string | number | boolean | null)[],
  value: unknown,
  path: Path,
  issues: SchemaIssue[],
): undefined {
  const got = def.secret === true ? 'something else' : describeValue(value)
  const message = `expected ${list(allowed)}, got ${got}`
  issues.push({ code: 'INVALID_CHOICE', message, path: [...path], allowed })
}

function expectation(def: Definition): string {
  switch (def.kind) {
    case 'string':
      return 'a string'
    case 'number':
      return def.whole ? 'a whole number' : 'a number'
    case 'boolean':
      return 'true or false'
    case 'enum':
      return list(def.values)
    case 'literal':
      return list([def.value])
    case 'array':
      return 'an array'
    case 'object':
    case 'record':
      return 'an object'
    case 'union':
      return def.options.map(expectation).join(' or ')
    case 'date':
      return 'a date'
    case 'duration':
      return 'a duration'
    case 'json':
    case 'unknown':
      return 'a value'
  }
}

function list(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value))
  return words.length === 1 ? `${words[0]}` : `one of ${words.join(', ')}`
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}...` : value)
  }
  if (value === null) return 'null'
  if (Array.isArray(value)) return items(value.length)
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return `a ${typeof value}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  // Plain assignment to __proto__ would change the prototype instead of adding a member.
  if (name !== '__proto__') target[name] = value
  else
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  return Object.values(value).every((member) => isJson(member, depth + 1))
}

function countCharacters(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

function items(count: number): string {
  return count === 1 ? 'an array of 1 item' : `an array of ${count} items`
}
