import type { JsonValue } from '../../../contract/index.ts'

/** Computes the etag of a value; the order of members does not matter. */
export async function computeEtag(value: JsonValue): Promise<string> {
  const { createHash } = await import('node:crypto')
  const digest = createHash('sha256').update(sortedJson(value), 'utf8').digest('hex')
  return `sha256:${digest}`
}

/**
 * Computes an etag of 64 bits, which tells the states of one tool apart. A whole hash costs a reader 30
 * tokens more, and loading `node:crypto` takes a tenth of a start.
 */
export function shortEtag(value: JsonValue): string {
  const text = sortedJson(value)
  let even = 0x9e3779b9
  let odd = 0x85ebca6b
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    even = Math.imul(even ^ letter, 0x01000193) + (odd >>> 15)
    odd = Math.imul(odd + letter, 0xcc9e2d51) ^ (even >>> 13)
  }
  return [even ^ (odd >>> 11), odd ^ (even >>> 17)]
    .map((half) => (half >>> 0).toString(16).padStart(8, '0'))
    .join('')
}

/** Writes JSON with sorted members, so that equal values give equal text. */
export function sortedJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => sortedJson(item)).join(',')}]`
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`)
  return `{${members.join(',')}}`
}
