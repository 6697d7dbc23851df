import type { JsonValue } from './json-value.ts'
import { copyPlain, NOT_PLAIN } from './serialise-plain.ts'

/** How deep the recursive copy goes; far from what overflows any stack. */
export const MAX_PLAIN_DEPTH = 200
const MAX_PLAIN_VALUES = 5_000_000

/**
 * Copies a value that is JSON as it stands, which most results are, and gives undefined for any
 * other; `toJsonValue()` knows what to do about those.
 *
 * @example
 * ```ts
 * import { copyPlainJson } from 'surety/contract'
 *
 * copyPlainJson({ id: 42 }) // { id: 42 }
 * copyPlainJson({ at: new Date(0) }) // undefined
 * ```
 */
export function copyPlainJson(value: unknown, stripsTerminalCodes = false): JsonValue | undefined {
  try {
    const how = { stripsTerminalCodes, maxDepth: MAX_PLAIN_DEPTH, left: MAX_PLAIN_VALUES - 1 }
    const copy = copyPlain(value, how)
    return copy === NOT_PLAIN ? undefined : copy
  } catch {
    // A getter or a proxy threw; whoever turns it into JSON will say where.
    return undefined
  }
}
