import type { JsonValue } from './json-value.ts'
import { isCleanText } from './clean-text.ts'

/** The answer of {@link copyPlain} for a value that is not plain JSON already. */
export const NOT_PLAIN: unique symbol = Symbol('not plain')

/** How {@link copyPlain} goes about it. */
export interface PlainCopy {
  readonly stripsTerminalCodes: boolean
  /** What is nested deeper is left to the careful path, which has a stack of its own. */
  readonly maxDepth: number
  /** How many more values are copied before the careful path, which counts them, takes over. */
  left: number
}

/**
 * Copies a value that is JSON already, or answers {@link NOT_PLAIN}. Most results are, so this is
 * the hot path; it copies because a getter or a proxy could answer differently the second time.
 */
export function copyPlain(value: unknown, how: PlainCopy, depth = 0): JsonValue | typeof NOT_PLAIN {
  switch (typeof value) {
    case 'string':
      return isCleanText(value, how.stripsTerminalCodes) ? value : NOT_PLAIN
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : NOT_PLAIN
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      if (depth >= how.maxDepth) return NOT_PLAIN
      return Array.isArray(value) ? copyArray(value, how, depth) : copyObject(value, how, depth)
    default:
      return NOT_PLAIN
  }
}

function copyArray(source: readonly unknown[], how: PlainCopy, depth: number) {
  if (Object.getPrototypeOf(source) !== Array.prototype) return NOT_PLAIN
  // Counting stops a small value that is shared in many places from growing without end.
  how.left -= source.length
  if (how.left < 0) return NOT_PLAIN
  const copy: JsonValue[] = []
  for (let index = 0; index < source.length; index++) {
    const item = copyPlain(source[index], how, depth + 1)
    if (item === NOT_PLAIN) return NOT_PLAIN
    copy.push(item)
  }
  return Object.hasOwn(source, 'toJSON') ? NOT_PLAIN : copy
}

function copyObject(source: object, how: PlainCopy, depth: number) {
  const prototype: unknown = Object.getPrototypeOf(source)
  if (prototype !== Object.prototype && prototype !== null) return NOT_PLAIN
  const copy: Record<string, JsonValue> = {}
  const keys = Object.keys(source)
  how.left -= keys.length
  if (how.left < 0) return NOT_PLAIN
  for (const key of keys) {
    if (!KNOWN_KEYS.has(key) && !learnKey(key)) return NOT_PLAIN
    const member = copyPlain((source as Record<string, unknown>)[key], how, depth + 1)
    if (member === NOT_PLAIN) return NOT_PLAIN
    copy[key] = member
  }
  // An enumerable toJSON that is a function was met above; a hidden one speaks for the object too.
  return Object.hasOwn(source, 'toJSON') && !Object.hasOwn(copy, 'toJSON') ? NOT_PLAIN : copy
}

// Results use the same few keys over and over; looking one up is cheaper than checking it again.
const KNOWN_KEYS = new Set<string>()
const MAX_KNOWN_KEYS = 2000
const MAX_KNOWN_LENGTH = 64

// A key named __proto__ needs the careful path.
function learnKey(key: string): boolean {
  if (key === '__proto__' || !isCleanText(key, true)) return false
  if (KNOWN_KEYS.size < MAX_KNOWN_KEYS && key.length <= MAX_KNOWN_LENGTH) KNOWN_KEYS.add(key)
  return true
}
