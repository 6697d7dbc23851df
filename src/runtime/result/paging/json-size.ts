import type { JsonValue } from '../../../contract/index.ts'

/** Measures values as compact JSON in UTF-8; each list and object is measured only once. */
export class JsonSizes {
  readonly #known = new Map<object, number>()

  of(value: JsonValue): number {
    if (typeof value === 'string') return textBytes(value)
    if (typeof value !== 'object' || value === null) return String(value).length
    const known = this.#known.get(value)
    if (known !== undefined) return known
    let bytes = 2
    let count = 0
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) bytes += this.of(item)
      count = value.length
    } else {
      for (const [name, member] of Object.entries(value)) {
        bytes += textBytes(name) + 1 + this.of(member)
        count += 1
      }
    }
    bytes += Math.max(0, count - 1)
    this.#known.set(value, bytes)
    return bytes
  }
}

/** Counts the bytes of a value's JSON text in UTF-8. */
export function jsonBytes(value: JsonValue): number {
  return new JsonSizes().of(value)
}

/** Counts the bytes of a text in JSON, with its quotes. */
export function textBytes(text: string): number {
  // A printable ASCII text needs no escapes.
  return /^[ !#-[\]-~]*$/.test(text)
    ? text.length + 2
    : Buffer.byteLength(JSON.stringify(text), 'utf8')
}

/** Returns the longest start of a text whose JSON has at most `budget` bytes, in whole characters. */
export function textWithin(text: string, budget: number): string {
  // A text with more units than `budget` bytes never fits.
  let end = 0
  let tooMuch = Math.min(text.length, Math.max(0, budget)) + 1
  while (tooMuch - end > 1) {
    const middle = (end + tooMuch) >>> 1
    if (textBytes(text.slice(0, middle)) <= budget) end = middle
    else tooMuch = middle
  }
  // Do not split a surrogate pair.
  if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
