import { eachInside, isExactNumber, SUSPICIOUS, TOKENS } from './json-exactness.ts'

/** Finds the first number of a text that a value holds with fewer digits; what is not in the value was not read. */
export function roundedNumber(text: string, value: unknown): string | undefined {
  if (!SUSPICIOUS.test(text)) return undefined
  const changed = new Map<number, string>()
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ':' || token.startsWith('"') || isExactNumber(token)) continue
    const double = Number(token)
    if (!changed.has(double)) changed.set(double, token)
  }
  changed.delete(Number.NaN)
  if (changed.size === 0) return undefined
  const held = new Set<number>()
  eachInside(value, (item) => {
    if (typeof item === 'number' && changed.has(item)) held.add(item)
  })
  return [...changed].find(([double]) => held.has(double))?.[1]
}

/**
 * Writes the numbers of a JSON text with the digits that they had in the text it was made from, where a double holds fewer.
 * Returns undefined if that is not certain for all of them: one is not there, or two became the same double.
 */
export function withAllDigits(written: string, source: string): string | undefined {
  const spelled = new Map<string, string>()
  for (const [token] of source.matchAll(TOKENS)) {
    if (token === ':' || token.startsWith('"')) continue
    const double = String(Number(token))
    const digits = isExactNumber(token) ? double : token
    if ((spelled.get(double) ?? digits) !== digits) return undefined
    spelled.set(double, digits)
  }
  const missing = new Set(
    [...spelled].flatMap(([double, digits]) => (digits === double ? [] : [double])),
  )
  const text = written.replaceAll(TOKENS, (token) => {
    missing.delete(token)
    return spelled.get(token) ?? token
  })
  return missing.size === 0 ? text : undefined
}

/** Values of YAML and TOON that are numbers: alone behind the name of a member, a bullet, or between two separators. */
const RENDERED = /(?<=^|[:,|\t[]) *(?:- +)*(-?\d[\d.eE+-]*) *(?=$|[,|\t\]}])/gm

/**
 * Writes a value as JSON, its numbers with the digits that they have in the YAML or TOON it was read from, where a double
 * holds fewer or none. Values have the same order in both, so that two that became one double stay apart.
 */
export function toJsonWithDigits(value: unknown, rendered: string): string {
  const plain = JSON.stringify(value)
  if (!SUSPICIOUS.test(rendered)) return plain
  const spelled = new Map<string, string[]>()
  for (const [, token = ''] of rendered.matchAll(RENDERED)) {
    const double = String(Number(token))
    spelled.set(double, [...(spelled.get(double) ?? []), isExactNumber(token) ? double : token])
  }
  // JSON would have null for what is too large; no text of the value is taken for the mark.
  let mark = '\u221e'
  while (plain.includes(mark)) mark += mark
  const marked = JSON.stringify(value, (_name, item: unknown) =>
    item === Infinity || item === -Infinity ? `${mark}${item}` : item,
  )
  return marked.replaceAll(TOKENS, (token) => {
    if (!token.startsWith(`"${mark}`)) return spelled.get(token)?.shift() ?? token
    const double = token.slice(mark.length + 1, -1)
    return spelled.get(double)?.shift() ?? (double === 'Infinity' ? '1e999' : '-1e999')
  })
}
