import { escapeUnit, wellFormed } from './visible-text.ts'

const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufeff]/g
const NEEDS_QUOTES = /[\u007f-\u009f\u2028\u2029\ufeff]/

export async function writeToon(value: unknown, indent = 2): Promise<string> {
  const { encode, escapeString, rawString } = await import('@toon-format/toon')
  const text = encode(wellFormedKeys(value), {
    indentSize: indent,
    replacer: (_key, member) =>
      typeof member === 'string' && NEEDS_QUOTES.test(member)
        ? rawString(`"${escapeString(member)}"`)
        : member,
  })
  // The encoder quotes keys with such characters; values were quoted above.
  return text.replace(ESCAPED, escapeUnit)
}

/** Reads a TOON document; refuses tables whose length differs from their count. */
export async function readToon(text: string): Promise<unknown> {
  const { decode } = await import('@toon-format/toon')
  return decode(text)
}

/** Copies a value without lone surrogates, which the encoder refuses. */
function wellFormedKeys(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value)) return value.map(wellFormedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [wellFormed(key), wellFormedKeys(member)]),
  )
}
