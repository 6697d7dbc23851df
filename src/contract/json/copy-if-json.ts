import type { JsonValue } from './json-value.ts'
import { isCleanText } from './clean-text.ts'

/** How values are copied as JSON. */
export interface CopyOptions {
  /** Removes terminal escape sequences and carriage returns from every text and key (REQ-F-007). */
  readonly stripTerminalCodes?: boolean
  /** Nesting beyond it becomes null; default 1,000,000. */
  readonly maxDepth?: number
  /** Values beyond it become null; default 5,000,000. */
  readonly maxValues?: number
}

/** The default of `maxValues`. */
export const MAX_VALUES = 5_000_000

/** How deep the recursive copy goes, far below what overflows a stack. */
const MAX_RECURSION = 200

/**
 * Copies a value that is JSON already, as `toJsonValue()` would; gives undefined for any other. Most
 * results are JSON, so a run that simply works never loads the code that converts the rest.
 */
export function copyIfJson(value: unknown, options: CopyOptions = {}): JsonValue | undefined {
  const { stripTerminalCodes = false, maxDepth = MAX_RECURSION, maxValues = MAX_VALUES } = options
  try {
    return copy(value, 0, {
      stripsTerminalCodes: stripTerminalCodes,
      maxDepth: Math.min(maxDepth, MAX_RECURSION),
      left: maxValues - 1,
    })
  } catch {
    // A getter or a proxy threw; toJsonValue() meets it again and reports where.
    return undefined
  }
}

interface CopyState {
  readonly stripsTerminalCodes: boolean
  readonly maxDepth: number
  /** How many more values may be copied. */
  left: number
}

// A copy, because a getter or a proxy could answer differently the second time.
function copy(value: unknown, depth: number, state: CopyState): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
      return isCleanText(value, state.stripsTerminalCodes) ? value : undefined
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      if (depth >= state.maxDepth) return undefined
      return Array.isArray(value) ? copyArray(value, depth, state) : copyObject(value, depth, state)
    default:
      return undefined
  }
}

function copyArray(source: readonly unknown[], depth: number, state: CopyState) {
  if (Object.getPrototypeOf(source) !== Array.prototype) return undefined
  // Counting stops a small value that is shared in many places from growing without end.
  state.left -= source.length
  if (state.left < 0) return undefined
  const items: JsonValue[] = []
  for (let index = 0; index < source.length; index++) {
    const item = copy(source[index], depth + 1, state)
    if (item === undefined) return undefined
    items.push(item)
  }
  return Object.hasOwn(source, 'toJSON') ? undefined : items
}

function copyObject(source: object, depth: number, state: CopyState) {
  const prototype: unknown = Object.getPrototypeOf(source)
  if (prototype !== Object.prototype && prototype !== null) return undefined
  const members: Record<string, JsonValue> = {}
  const keys = Object.keys(source)
  state.left -= keys.length
  if (state.left < 0) return undefined
  for (const key of keys) {
    if (!KNOWN_KEYS.has(key) && !learnKey(key)) return undefined
    const member = copy((source as Record<string, unknown>)[key], depth + 1, state)
    if (member === undefined) return undefined
    members[key] = member
  }
  // An enumerable toJSON was met above; a hidden one speaks for the object too.
  return Object.hasOwn(source, 'toJSON') && !Object.hasOwn(members, 'toJSON') ? undefined : members
}

// Results use the same few keys over and over; looking one up is cheaper than checking it again.
const KNOWN_KEYS = new Set<string>()
const MAX_KNOWN_KEYS = 2000
const MAX_KNOWN_LENGTH = 64

function learnKey(key: string): boolean {
  // Plain assignment to __proto__ would set the prototype.
  if (key === '__proto__' || !isCleanText(key, true)) return false
  if (KNOWN_KEYS.size < MAX_KNOWN_KEYS && key.length <= MAX_KNOWN_LENGTH) KNOWN_KEYS.add(key)
  return true
}
