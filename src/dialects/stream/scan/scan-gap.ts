import { PLAIN } from './plain-text.ts'

/** Tests whether all bytes are plain characters. */
export function areAllPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (PLAIN[bytes[at]!] !== 1) return false
  return true
}

/** Skips a whole number above zero, because zero may count as absent; -1 if there is none. */
export function skipCount(bytes: Uint8Array, from: number): number {
  return bytes[from] === ZERO ? -1 : skipDigits(bytes, from)
}

/** Skips a number that parsing does not change; -1 if there is none. */
export function skipNumber(bytes: Buffer, from: number): number {
  let end = from
  while (NUMBER[bytes[end]!] === 1) end++
  if (skipCount(bytes, from) === end) return end
  if (end - from > LONGEST_NUMBER) return -1
  const text = bytes.toString('latin1', from, end)
  return String(Number(text)) === text ? end : -1
}

/** Tests for a character that continues a number. */
export function isInNumber(c: number): boolean {
  return NUMBER[c] === 1
}

/** The most characters of a double. */
const LONGEST_NUMBER = 24

/** Skips up to 15 digits, which every double can hold; -1 if there are none or more. */
function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at]! >= ZERO && bytes[at]! <= NINE) at++
  return at === from || at - from > 15 ? -1 : at
}

const ZERO = 0x30
const NINE = 0x39
/** 1 for the characters of numbers. */
const NUMBER = Uint8Array.from({ length: 256 }, (_, c) =>
  '+-.0123456789Ee'.includes(String.fromCharCode(c)) ? 1 : 0,
)
