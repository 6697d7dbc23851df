/**
 * Checks one JSON value and finds its end: the JavaScript version of `json-scan.wat`, for platforms
 * without WebAssembly and as the reference in tests. Returns the index after the value, or -1 if it is
 * not JSON or is nested deeper than {@link MAX_DEPTH}. A line feed must follow the line; it does not
 * count as whitespace, so that the scan stops there.
 */
export function scanValue(bytes: Uint8Array, start: number): number {
  const owed: number[] = []
  let isKey = false
  let i = start
  for (;;) {
    const c = bytes[i]!
    if (c === QUOTE) {
      i = scanText(bytes, i + 1)
      if (i < 0) return -1
      if (isKey) {
        i = skipSpace(bytes, i)
        if (bytes[i] !== COLON) return -1
        i++
        isKey = false
        continue
      }
    } else if (c <= 0x20) {
      const next = skipSpace(bytes, i)
      if (next === i) return -1
      i = next
      continue
    } else if (isKey) {
      return -1
    } else if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
      i = skipSpace(bytes, i + 1)
      if (bytes[i] === c + 2) i++
      else {
        if (owed.length >= MAX_DEPTH) return -1
        owed.push(c + 2)
        isKey = c === OPEN_OBJECT
        continue
      }
    } else {
      i = c === MINUS || isDigit(c) ? scanNumber(bytes, i) : scanWord(bytes, i)
      if (i < 0) return -1
    }
    for (;;) {
      if (owed.length === 0) return i
      i = skipSpace(bytes, i)
      const after = bytes[i]!
      if (after === COMMA) {
        i++
        isKey = owed.at(-1) === CLOSE_OBJECT
        break
      }
      if (after !== owed.pop()) return -1
      i++
    }
  }
}

/** The deepest nesting that the scanners follow. */
export const MAX_DEPTH = 1024

/** Returns the index after the closing quote of the string whose text starts at `i`, or -1. */
export function scanText(bytes: Uint8Array, i: number): number {
  for (;;) {
    const c = bytes[i]!
    if (c === QUOTE) return i + 1
    if (c === BACKSLASH) {
      const escape = bytes[i + 1]!
      if (escape === 0x75) {
        for (let k = 2; k < 6; k++) if (!isHex(bytes[i + k]!)) return -1
        i += 6
      } else if (SHORT_ESCAPES.has(escape)) i += 2
      else return -1
    } else if (c >= 0x20) i++
    else return -1
  }
}

/** Skips space, tab and carriage return. */
export function skipSpace(bytes: Uint8Array, i: number): number {
  while (bytes[i] === 0x20 || bytes[i] === 0x09 || bytes[i] === 0x0d) i++
  return i
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const MINUS = 0x2d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const SHORT_ESCAPES = new Set(Buffer.from('"\\/bfnrt'))
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word))

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39
}

function isHex(c: number): boolean {
  return isDigit(c) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66)
}

function scanWord(bytes: Uint8Array, i: number): number {
  for (const word of WORDS) {
    if (word.every((letter, k) => bytes[i + k] === letter)) return i + word.length
  }
  return -1
}

function scanDigits(bytes: Uint8Array, i: number): number {
  if (!isDigit(bytes[i]!)) return -1
  while (isDigit(bytes[i]!)) i++
  return i
}

function scanNumber(bytes: Uint8Array, i: number): number {
  if (bytes[i] === MINUS) i++
  i = bytes[i] === 0x30 ? i + 1 : scanDigits(bytes, i)
  if (i >= 0 && bytes[i] === 0x2e) i = scanDigits(bytes, i + 1)
  if (i >= 0 && (bytes[i]! | 0x20) === 0x65) {
    i++
    if (bytes[i] === 0x2b || bytes[i] === MINUS) i++
    i = scanDigits(bytes, i)
  }
  return i
}
