import { defect } from '../outcome/defect.ts'
import type { JsonValue } from './json-value.ts'

/** How JSON is written as text. */
export interface StringifyOptions {
  /** Spaces per level; 0 or absent for one line. */
  readonly indent?: number
  /** Escapes everything beyond ASCII. */
  readonly ascii?: boolean
}

/**
 * Writes a JSON value as text, exactly as `JSON.stringify` does, at any depth.
 *
 * @example
 * ```ts
 * import { stringifyJson } from 'surety/contract'
 *
 * stringifyJson({ name: 'Zoë' }, { ascii: true }) // '{"name":"Zo\\u00eb"}'
 * ```
 */
export function stringifyJson(value: JsonValue, options: StringifyOptions = {}): string {
  const indent = options.indent ?? 0
  const text = plainText(value, indent)
  return options.ascii === true ? text.replaceAll(BEYOND_ASCII, escapeUnit) : text
}

// DEL is ASCII, but a control character, so it is escaped as well.
const BEYOND_ASCII = /[\u007F-\uFFFF]/g

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function plainText(value: JsonValue, indent: number): string {
  try {
    return JSON.stringify(value, null, indent)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
  }
  // JSON.stringify is recursive and overflows the stack on deep values. Indentation grows with the
  // square of the depth, so a value that is too large with it is written on one line.
  const text = deepText(value, ' '.repeat(Math.min(indent, 10))) ?? deepText(value, '')
  if (text === null) throw defect('TEXT_TOO_LARGE', 'the JSON text is longer than a string can be')
  return text
}

/** The longest string that the platform makes. */
const MAX_TEXT = 0x1fffffe8

interface Level {
  readonly keys: readonly string[] | null
  readonly values: readonly JsonValue[]
  next: number
}

function deepText(root: JsonValue, unit: string): string | null {
  const parts: string[] = []
  let length = 0
  const levels: Level[] = []
  const newLine = () => {
    if (unit === '') return
    length += 1 + unit.length * levels.length
    parts.push('\n', unit.repeat(levels.length))
  }
  const write = (value: JsonValue) => {
    if (typeof value !== 'object' || value === null) {
      const scalar = JSON.stringify(value)
      length += scalar.length
      parts.push(scalar)
      return
    }
    const isArray = Array.isArray(value)
    const keys = isArray ? null : Object.keys(value)
    const values = isArray
      ? (value as readonly JsonValue[])
      : Object.values(value as Record<string, JsonValue>)
    parts.push(isArray ? '[' : '{')
    if (values.length > 0) levels.push({ keys, values, next: 0 })
    else parts.push(isArray ? ']' : '}')
  }
  write(root)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    // At most two brackets, a comma and a colon that are not counted elsewhere.
    length += 4
    if (length > MAX_TEXT) return null
    if (level.next === level.values.length) {
      levels.pop()
      newLine()
      parts.push(level.keys === null ? ']' : '}')
      continue
    }
    const index = level.next++
    if (index > 0) parts.push(',')
    newLine()
    if (level.keys !== null) {
      const key = JSON.stringify(level.keys[index])
      length += key.length
      parts.push(key, unit === '' ? ':' : ': ')
    }
    write(level.values[index] ?? null)
  }
  return parts.join('')
}
