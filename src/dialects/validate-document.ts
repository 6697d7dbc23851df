import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../contract/index.ts'
import { toPointer } from '../internal/json/json-pointer.ts'
import type { Capture, Dialect, DocumentProblem } from './dialect.ts'
import { scanDocuments } from './json/scan-documents.ts'
import { textOf } from './read/decode-text.ts'

export type { DocumentProblem } from './dialect.ts'

/**
 * Checks a document against a dialect's JSON Schema and rules, and reports every mistake with a pointer. Pass
 * the exit code of the process if you know it. It supports the part of JSON Schema that our dialects use: type, const, enum, required, properties,
 * additionalProperties, propertyNames, items, pattern, minLength, minimum, maximum, oneOf and anyOf.
 *
 * @example
 * ```ts
 * import { loadDialect, validateDocument } from 'surety/dialects'
 *
 * validateDocument(await loadDialect('td'), { ok: true, data: [] })
 * // [{ pointer: '', message: "the member 'type' is missing" }]
 * ```
 */
export function validateDocument(
  dialect: Pick<Dialect, 'schema' | 'rules'>,
  document: JsonValue,
  exitCode?: number,
): readonly DocumentProblem[] {
  const mistakes = check(dialect.schema, document, '')
  return [
    ...mistakes.map(({ pointer, message }) => ({ pointer, message })),
    ...(dialect.rules?.(document, exitCode) ?? []),
  ]
}

/**
 * Checks a capture: its document against the schema, and the whole as the reader sees it. Pass the outcome
 * of `decode` if you have it: it also reads answers in YAML and TOON.
 *
 * @example
 * ```ts
 * import { loadDialect, validateCapture } from 'surety/dialects'
 *
 * const capture = { stdout: '{"ok":true}', stderr: '', exit_code: 0 }
 * const problems = validateCapture(await loadDialect('spec-1.0'), capture)
 * ```
 */
export function validateCapture(
  dialect: Dialect,
  capture: Capture,
  outcome: ReadOutcome = dialect.decode(capture),
): readonly DocumentProblem[] {
  const stream = outcome.process.stream
  const found = stream === null ? undefined : lastDocument(textOf(capture[stream]).text)
  const byReader = outcome.diagnostics.problems.map((message) => ({ pointer: '', message }))
  const inDocument = found === undefined ? [] : validateDocument(dialect, found, capture.exit_code)
  return [...byReader, ...inDocument]
}

function lastDocument(text: string): JsonValue | undefined {
  let last: JsonValue | undefined
  scanDocuments(text, (value) => {
    last = value
  })
  return last
}

/** A problem, and whether it hints that another shape was intended. */
interface Mistake extends DocumentProblem {
  readonly wrong?: 'type' | 'constant'
}

function check(schema: JsonValue, value: JsonValue, at: string): readonly Mistake[] {
  if (schema === false) return [{ pointer: at, message: 'must not be present' }]
  if (!isJsonObject(schema)) return []
  return [
    ...checkValue(schema, value, at),
    ...(isJsonObject(value) ? checkMembers(schema, value, at) : []),
    ...checkItems(schema, value, at),
    ...checkChoice(schema, value, at),
  ]
}

function checkValue(schema: JsonObject, value: JsonValue, at: string): Mistake[] {
  const { type, pattern, minimum, maximum } = schema
  const problems: Mistake[] = []
  const report = (message: string, wrong?: Mistake['wrong']): number =>
    problems.push({ pointer: at, message, ...(wrong && { wrong }) })
  if (type !== undefined) {
    const types = [type].flat() as readonly string[]
    if (!types.some((name) => isOfType(value, name))) {
      report(`must be ${types.join(' or ')}, not ${nameOf(value)}`, 'type')
    }
  }
  if ('const' in schema && value !== schema['const']) {
    report(`must be ${JSON.stringify(schema['const'])}`, 'constant')
  }
  const allowed = schema['enum']
  if (Array.isArray(allowed) && !(allowed as readonly JsonValue[]).includes(value)) {
    report(`must be one of ${JSON.stringify(allowed)}`)
  }
  if (
    typeof pattern === 'string' &&
    typeof value === 'string' &&
    !new RegExp(pattern).test(value)
  ) {
    report(`must match ${pattern}`)
  }
  if (typeof value === 'string' && value === '' && Number(schema['minLength']) > 0) {
    report('must not be empty')
  }
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) report(`must not be less than ${minimum}`)
    if (typeof maximum === 'number' && value > maximum) report(`must not be more than ${maximum}`)
  }
  return problems
}

function checkMembers(schema: JsonObject, value: JsonObject, at: string): Mistake[] {
  const { required = [], properties = {}, additionalProperties, propertyNames } = schema
  const known = properties as JsonObject
  const problems: Mistake[] = []
  for (const name of required as readonly string[]) {
    if (!Object.hasOwn(value, name)) {
      problems.push({ pointer: at, message: `the member '${name}' is missing` })
    }
  }
  for (const [name, member] of Object.entries(value)) {
    const place = at + toPointer(name)
    if (isJsonObject(propertyNames)) problems.push(...check(propertyNames, name, place))
    if (Object.hasOwn(known, name)) problems.push(...check(known[name] ?? {}, member, place))
    else if (isJsonObject(additionalProperties))
      problems.push(...check(additionalProperties, member, place))
    else if (additionalProperties === false) {
      problems.push({ pointer: place, message: 'the dialect has no such member' })
    }
  }
  return problems
}

function checkItems(schema: JsonObject, value: JsonValue, at: string): Mistake[] {
  const { items } = schema
  if (items === undefined || !Array.isArray(value)) return []
  return (value as readonly JsonValue[]).flatMap((item, index) =>
    check(items, item, at + toPointer(index)),
  )
}

/** Checks against several shapes; the one with the fewest mistakes is taken for the intended one. */
function checkChoice(schema: JsonObject, value: JsonValue, at: string): readonly Mistake[] {
  const shapes = schema['oneOf'] ?? schema['anyOf']
  if (!Array.isArray(shapes)) return []
  const attempts = (shapes as readonly JsonValue[]).map((shape) => check(shape, value, at))
  return attempts.reduce((best, next) => (weight(next, at) < weight(best, at) ? next : best))
}

/** A wrong type at the place itself, or a wrong constant, shows that another shape was intended. */
function weight(problems: readonly Mistake[], at: string): number {
  return problems.reduce((sum, { pointer, wrong }) => {
    if (pointer === at && wrong === 'type') return sum + 100
    return sum + (wrong === 'constant' ? 10 : 1)
  }, 0)
}

function isOfType(value: JsonValue, name: string): boolean {
  return nameOf(value) === name || (name === 'integer' && Number.isInteger(value))
}

function nameOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
