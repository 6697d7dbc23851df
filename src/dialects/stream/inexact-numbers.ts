/**
 * Tests whether JSON has a number with more digits than a double holds or out of its range, which
 * parsing would change.
 */
export function holdsInexact(json: string): boolean {
  if (!SUSPICIOUS.test(json)) return false
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g)].some(
    ([token]) => !token.startsWith('"') && isInexact(token),
  )
}

/** More digits than are always safe, or an exponent that may be too large; strings may match too. */
const SUSPICIOUS = /\d{16}|\d\.\d{15}|\d[eE][+-]?\d{3}/

function isInexact(number: string): boolean {
  return significand(number) !== significand(JSON.stringify(Number(number)))
}

/** Returns the digits of a number and the position of its point, however it is written. */
function significand(number: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = (whole + fraction).replace(/0+$/, '')
  const bare = digits.replace(/^0+/, '')
  const point = Number(exponent) + whole.length - (digits.length - bare.length)
  return bare === '' ? '0' : `${sign ?? ''}${bare}e${point}`
}
