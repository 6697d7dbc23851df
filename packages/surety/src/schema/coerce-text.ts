import { asSchema, inputJsonSchema } from './describe-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import type { StandardSchema } from './standard-schema.ts'
import { EXACT, isObject, oneOf, shownText, type Scalar } from './wording.ts'

/** The value of a text from the command line, or why it has none. */
export type Coerced = { readonly ok: true; readonly value: unknown } | Refused

interface Refused {
  readonly ok: false
  readonly code: 'INVALID_VALUE' | 'INVALID_CHOICE'
  readonly message: string
  readonly allowed?: readonly Scalar[]
}

/** Turns a text from the command line into a value. */
export type Coercion = (text: string) => Coerced

/**
 * Turns a text from the command line into the value that a schema expects: "5" is 5 for a number and
 * "5" for a string. It looks at the JSON Schema only, so that every library is treated alike.
 *
 * @example
 * ```ts
 * import { coerceText, s } from 'surety/schema'
 *
 * coerceText(s.integer(), '5') // { ok: true, value: 5 }
 * ```
 */
export function coerceText(schema: StandardSchema | JsonSchema, text: string): Coerced {
  return compileCoercion(
    '~standard' in schema ? inputJsonSchema(schema as StandardSchema) : schema,
  )(text)
}

export function compileCoercion(schema: JsonSchema): Coercion {
  return compile(schema, schema, 0)
}

function compile(given: JsonSchema, root: JsonSchema, depth: number): Coercion {
  // References can be circular; beyond this depth text stays text.
  if (depth > 16) return taken
  const schema = dereference(given, root)
  const choices = choicesOf(schema)
  if (choices !== undefined) return (text) => readChoice(choices, text)
  const options = alternatives(schema)
  if (options !== undefined) return anyOf(options, (option) => compile(option, root, depth + 1))
  switch (schema['type']) {
    case 'integer':
      return (text) => readNumber(text, true)
    case 'number':
      return (text) => readNumber(text, false)
    case 'boolean':
      return readBoolean
    case 'null':
      return (text) => (text === 'null' ? taken(null) : refused('expected null', text))
    case 'object':
      return readObject
    case 'array': {
      const item = compile(asSchema(schema['items']), root, depth + 1)
      return (text) => readArray(text, item)
    }
    default:
      return schema['x-kind'] === 'json'
        ? readJson
        : schema['x-kind'] === 'bigint'
          ? readBigInt
          : taken
  }
}

function dereference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = schema['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema
  let found: unknown = root
  for (const key of reference.slice(2).split('/')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return {}
    found = (found as Record<string, unknown>)[key]
  }
  return asSchema(found)
}

function choicesOf(schema: JsonSchema): readonly Scalar[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const'] as Scalar]
  return Array.isArray(schema['enum']) ? (schema['enum'] as Scalar[]) : undefined
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] | undefined {
  for (const keyword of ['anyOf', 'oneOf']) {
    const options = schema[keyword]
    if (Array.isArray(options)) return options.map(asSchema)
  }
  const all = schema['allOf']
  if (Array.isArray(all) && all.length > 0) return [asSchema(all[0])]
  const types = schema['type']
  return Array.isArray(types) ? types.map((type: unknown) => ({ ...schema, type })) : undefined
}

function anyOf(
  options: readonly JsonSchema[],
  toCoercion: (option: JsonSchema) => Coercion,
): Coercion {
  // Text comes last: "5" for a number or a string is the number, and "null" for a string stays text.
  const isText = (option: JsonSchema) =>
    option['type'] === 'string' && choicesOf(option) === undefined
  const takesText = options.some(isText)
  const order = options
    .filter((option) => !(takesText && option['type'] === 'null'))
    .toSorted((a, b) => Number(isText(a)) - Number(isText(b)))
    .map(toCoercion)
  return (text) => {
    const failures: Refused[] = []
    for (const coercion of order) {
      const result = coercion(text)
      if (result.ok) return result
      failures.push(result)
    }
    return merged(failures, text)
  }
}

function merged(failures: readonly Refused[], text: string): Coerced {
  if (failures.length === 0) return taken(text)
  if (failures.every((failure) => failure.code === 'INVALID_CHOICE')) {
    const allowed = failures.flatMap((failure) => failure.allowed ?? [])
    return badChoice(allowed, text)
  }
  const message = failures.map((failure) => failure.message.split(', got ')[0]).join(' or ')
  return refused(message.replaceAll(' or expected ', ' or '), text)
}

function readChoice(choices: readonly Scalar[], text: string): Coerced {
  for (const choice of choices) if (String(choice) === text) return taken(choice)
  return badChoice(choices, text)
}

function badChoice(allowed: readonly Scalar[], text: string): Coerced {
  const message = `expected ${oneOf(allowed)}, got ${shownText(text)}`
  return { ok: false, code: 'INVALID_CHOICE', message, allowed }
}

const NUMBER = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?$/i

function readNumber(text: string, whole: boolean): Coerced {
  const value = text.length <= 400 && NUMBER.test(text) ? Number(text) : Number.NaN
  const written = String(value)
  const isRounded =
    Number.isInteger(value) && written !== text && digitsOf(text) !== digitsOf(written)
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && (whole || isRounded))
    return refused(`expected ${EXACT}`, text)
  if (Number.isFinite(value) && (!whole || (Number.isInteger(value) && !isRounded))) {
    // JSON writes -0 as 0, and nobody means -0.
    return taken(value === 0 ? 0 : value)
  }
  return refused(whole ? 'expected a whole number' : 'expected a number', text)
}

/** Other texts are left to the schema, which says what it expects. */
function readBigInt(text: string): Coerced {
  return taken(/^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : text)
}

/** The digits of a number that matter, wherever its point is: a long one is an id, and its last digits count. */
function digitsOf(text: string): string {
  return text
    .replace(/e.*$/i, '')
    .replaceAll(/\D/g, '')
    .replaceAll(/^0+|(?<!0)0+$/g, '')
}

const YES = ['true', '1', 'yes', 'on']
const NO = ['false', '0', 'no', 'off']

function readBoolean(text: string): Coerced {
  if (!YES.includes(text) && !NO.includes(text)) return badChoice([true, false], text)
  return taken(YES.includes(text))
}

function readObject(text: string): Coerced {
  const parsed = readJson(text)
  return parsed.ok && isObject(parsed.value) ? parsed : refused('expected a JSON object', text)
}

function readArray(text: string, item: Coercion): Coerced {
  if (text.startsWith('[')) {
    const parsed = readJson(text)
    if (parsed.ok && Array.isArray(parsed.value)) return parsed
  }
  const only = item(text)
  return only.ok ? taken([only.value]) : only
}

function readJson(text: string): Coerced {
  try {
    return taken(JSON.parse(text))
  } catch {
    // The parser's message is about positions; what was expected says more.
    return refused('expected JSON', text)
  }
}

function taken(value: unknown): Coerced {
  return { ok: true, value }
}

function refused(expected: string, text: string): Coerced {
  return { ok: false, code: 'INVALID_VALUE', message: `${expected}, got ${shownText(text)}` }
}
