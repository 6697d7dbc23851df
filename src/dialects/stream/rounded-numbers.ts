/**
 * Tests whether a number of `source` came out as another one in `written`, because it has more digits
 * than a double holds or is out of its range. One that stayed as it was, or is gone altogether, does
 * not count.
 */
export function hasRounded(source: string, written: string): boolean {
  if (!SUSPICIOUS.test(source)) return false
  const kept = numbersIn(written)
  return numbersIn(source).some(
    (number) => isRounded(number) && !kept.includes(number) && kept.includes(toWritten(number)),
  )
}

/** Tests whether JSON has a number that a double cannot hold. */
export function holdsInexact(source: string): boolean {
  return SUSPICIOUS.test(source) && numbersIn(source).some(isRounded)
}

/** More digits than are always safe, or an exponent that may be too large; texts may look like it. */
const SUSPICIOUS = /\d{16}|\d\.\d{15}|\d[eE][+-]?\d{3}/

function numbersIn(json: string): readonly string[] {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|null/g)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith('"'))
}

function toWritten(number: string): string {
  return JSON.stringify(Number(number))
}

function isRounded(number: string): boolean {
  return number !== 'null' && significand(number) !== significand(toWritten(number))
}

/** The digits of a number and where its point is, however it is spelt. */
function significand(number: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = (whole + fraction).replace(/0+$/, '')
  const point = Number(exponent) + whole.length - (digits.length - digits.replace(/^0+/, '').length)
  const bare = digits.replace(/^0+/, '')
  return bare === '' ? '0' : `${sign ?? ''}${bare}e${point}`
}
