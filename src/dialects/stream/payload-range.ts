import type { Arena } from './arena.ts'
import { scanText, skipSpace } from './scan-value.ts'

/** Where the payload of a line is; both indices are -1 when the line cannot be cut. */
export interface PayloadRange {
  start: number
  end: number
}

/**
 * Finds the value of the top-level member `name` in the line from `from` to the line feed at `to`,
 * checking the whole line on the way. Refuses what a careful reader has to look at instead: broken
 * JSON, no or several such members, names with escapes, anything behind the object.
 */
export function findPayload(
  arena: Arena,
  from: number,
  to: number,
  name: Uint8Array,
): PayloadRange {
  const { bytes, scan } = arena
  const found: PayloadRange = { start: -1, end: -1 }
  const nothing: PayloadRange = { start: -1, end: -1 }
  let i = skipSpace(bytes, from)
  if (bytes[i] !== OPEN) return nothing
  for (;;) {
    i = skipSpace(bytes, i + 1)
    if (bytes[i] !== QUOTE) return nothing
    const keyStart = i + 1
    i = scanText(bytes, keyStart)
    if (i < 0) return nothing
    const keyEnd = i - 1
    if (bytes.subarray(keyStart, keyEnd).includes(BACKSLASH)) return nothing
    i = skipSpace(bytes, i)
    if (bytes[i] !== COLON) return nothing
    const start = skipSpace(bytes, i + 1)
    i = scan(start)
    if (i < 0) return nothing
    if (equals(bytes, keyStart, keyEnd, name)) {
      if (found.start >= 0) return nothing
      found.start = start
      found.end = i
    }
    i = skipSpace(bytes, i)
    if (bytes[i] === CLOSE) break
    if (bytes[i] !== COMMA) return nothing
  }
  return skipSpace(bytes, i + 1) === to ? found : nothing
}

const OPEN = 0x7b
const CLOSE = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c

function equals(bytes: Uint8Array, from: number, to: number, name: Uint8Array): boolean {
  if (to - from !== name.length) return false
  for (let k = 0; k < name.length; k++) if (bytes[from + k] !== name[k]) return false
  return true
}
