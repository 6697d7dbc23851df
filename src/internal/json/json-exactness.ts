/** Something that a JSON text says and that `JSON.parse` does not keep. */
export type Inexactness =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'repeated_member' }

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const MINUS = 0x2d

/**
 * Finds what is lost when a valid JSON text is parsed to `value`: a number with more digits than a double
 * holds, or a member that appears twice. Undefined if nothing is.
 */
export function findInexactness(text: string, value: unknown): Inexactness | undefined {
  let members = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COLON) members += 1
    else if (code === MINUS || isDigit(code)) {
      const start = at
      while (at + 1 < text.length && isNumberPart(text.charCodeAt(at + 1))) at += 1
      const number = text.slice(start, at + 1)
      if (!isExactNumber(number)) return { kind: 'number', text: number }
    }
  }
  return members === countMembers(value) ? undefined : { kind: 'repeated_member' }
}

/** Returns where a string ends; a quote after an odd number of backslashes is part of it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Digits, signs, point and exponent. */
function isNumberPart(code: number): boolean {
  return (
    isDigit(code) ||
    code === 0x2b ||
    code === MINUS ||
    code === 0x2e ||
    code === 0x45 ||
    code === 0x65
  )
}

/** Every whole number of up to 15 digits is a double. */
const SHORT = /^-?\d{1,15}$/

function isExactNumber(text: string): boolean {
  if (SHORT.test(text)) return true
  const number = Number(text)
  return Number.isFinite(number) && normalised(text) === normalised(String(number))
}

/** Writes a number as its significant digits and a power of ten, so that 1.0, 1 and 10e-1 are equal. */
function normalised(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([-+]?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const exponent = Number(power) - fraction.length + (digits.length - significant.length)
  return `${sign}${significant}e${exponent}`
}

/** Counts the members of all objects in a value, without recursion: values can be very deep. */
function countMembers(value: unknown): number {
  const open: unknown[] = [value]
  let members = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) {
      for (const item of next) if (typeof item === 'object') open.push(item)
      continue
    }
    for (const item of Object.values(next)) {
      members += 1
      if (typeof item === 'object') open.push(item)
    }
  }
  return members
}
