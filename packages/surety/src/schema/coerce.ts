import type { Definition, DefinitionOf } from './definition.ts'
import { EXACT, isObject, oneOf, shownText, type Scalar } from './wording.ts'

/** The value of a text from the command line, or why it has none. */
export type Coerced = { readonly ok: true; readonly value: unknown } | Refused

interface Refused {
  readonly ok: false
  readonly code: 'INVALID_VALUE' | 'INVALID_CHOICE'
  readonly message: string
  readonly allowed?: readonly Scalar[]
}

/** Turns a text from the command line into the value that a definition expects: "5" is 5 for a number. */
export function coerce(def: Definition, text: string): Coerced {
  const read = def.kind === 'union' ? readAny(def, text) : readKind(def, text)
  if (read.ok || def.nullable !== true) return read
  return text === 'null' ? taken(null) : merged([read, refused('expected null', text)], text)
}

function readKind(def: Exclude<Definition, { readonly kind: 'union' }>, text: string): Coerced {
  switch (def.kind) {
    case 'number':
      return readNumber(text, def.whole)
    case 'boolean':
      return readBoolean(text)
    case 'enum':
      return readChoice(def.values, text)
    case 'literal':
      return readChoice([def.value], text)
    case 'array':
      return readArray(text, def.item)
    case 'object':
    case 'record':
    case 'bytes':
      return readObject(text)
    case 'json':
      return readJson(text)
    case 'bigint':
      // Other texts are left to the schema, which says what it expects.
      return taken(/^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : text)
    default:
      return taken(text)
  }
}

function readAny({ options }: DefinitionOf<'union'>, text: string): Coerced {
  const failures: Refused[] = []
  // Text comes last: "5" for a number or a string is the number.
  for (const option of options.toSorted((a, b) => Number(isText(a)) - Number(isText(b)))) {
    const result = coerce(option, text)
    if (result.ok) return result
    failures.push(result)
  }
  return merged(failures, text)
}

function isText({ kind }: Definition): boolean {
  return kind === 'string' || kind === 'date' || kind === 'duration' || kind === 'bigint'
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

function readArray(text: string, item: Definition): Coerced {
  if (text.startsWith('[')) {
    const parsed = readJson(text)
    if (parsed.ok && Array.isArray(parsed.value)) return parsed
  }
  const only = coerce(item, text)
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

function refused(expected: string, text: string): Coerced & Refused {
  return { ok: false, code: 'INVALID_VALUE', message: `${expected}, got ${shownText(text)}` }
}
