/** Something that a JSON text says and that `JSON.parse` does not keep. */
export type Inexactness =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'repeated_member' }

/** Strings, the colons after the names of members, and numbers. */
export const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|:|-?\d[\d.eE+-]*/g

/** Finds what parsing loses: a number with more digits than a double holds, or a member that appears twice. */
export function findInexactness(text: string, value: unknown): Inexactness | undefined {
  let members = 0
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ':') members += 1
    else if (!token.startsWith('"') && !isExactNumber(token)) return { kind: 'number', text: token }
  }
  return members === countMembers(value) ? undefined : { kind: 'repeated_member' }
}

/** Tells what parsing loses of what a caller sent; null if that is nothing. */
export function problemInJson(what: string, text: string, value: unknown): string | null {
  const lost = findInexactness(text, value)
  if (lost === undefined) return null
  return lost.kind === 'number'
    ? `${what} has the number ${lost.text.slice(0, 100)}, which has more digits than JSON readers keep; write it as text.`
    : `${what} has an object with two members of one name.`
}

/** Tests whether a JSON text has a number that parsing changes: with too many digits, or out of range. */
export function holdsInexactNumber(text: string): boolean {
  if (!SUSPICIOUS.test(text)) return false
  for (const [token] of text.matchAll(TOKENS)) {
    if (token !== ':' && !token.startsWith('"') && !isExactNumber(token)) return true
  }
  return false
}

/** More digits than are always safe, or an exponent that may be too large; strings may match too. */
export const SUSPICIOUS = /\d{16}|\d\.\d{15}|\d[eE][+-]?\d{3}/

/** Every whole number of up to 15 digits is a double. */
const SHORT = /^-?\d{1,15}$/

export function isExactNumber(text: string): boolean {
  if (SHORT.test(text)) return true
  const number = Number(text)
  return Number.isFinite(number) && normalised(text) === normalised(String(number))
}

/** Writes a number as its significant digits and a power of ten, so that 1.0, 1 and 10e-1 are equal. */
function normalised(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([-+]?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/(?<!0)0+$/, '')
  if (significant === '') return '0'
  const exponent = Number(power) - fraction.length + (digits.length - significant.length)
  return `${sign}${significant}e${exponent}`
}

/** Counts the members of all objects in a value. */
function countMembers(value: unknown): number {
  let members = 0
  eachInside(value, (item) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item))
      members += Object.keys(item).length
  })
  return members
}

/** Visits a value and all in it, without recursion: values can be very deep. */
export function eachInside(value: unknown, visit: (item: unknown) => void): void {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    visit(next)
    if (typeof next !== 'object' || next === null) continue
    for (const item of Array.isArray(next) ? next : Object.values(next)) open.push(item)
  }
}
