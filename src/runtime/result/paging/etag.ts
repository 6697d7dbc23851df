import type { JsonValue } from '../../../contract/index.ts'

/** Computes the etag of a value; the order of members does not matter. */
export async function computeEtag(value: JsonValue): Promise<string> {
  const { createHash } = await import('node:crypto')
  const digest = createHash('sha256').update(sortedJson(value), 'utf8').digest('hex')
  return `sha256:${digest}`
}

/** Computes an etag that tells the states of one tool apart; a whole hash costs a reader 30 tokens more. */
export async function shortEtag(value: JsonValue): Promise<string> {
  const etag = await computeEtag(value)
  return etag.slice(0, 'sha256:'.length + 16)
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
