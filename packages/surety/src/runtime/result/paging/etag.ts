import type { JsonValue } from '../../../contract/index.ts'
import { sha256 } from '@surety/internal/sha256.ts'

/** Computes the etag of a value; the order of members does not matter. */
export function computeEtag(value: JsonValue): string {
  return `sha256:${sha256(sortedJson(value))}`
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
