import { isJsonObject, type JsonValue } from '../../../contract/index.ts'

const DEFAULT_MAX_BYTES = 1024 * 1024
/** Room for what surrounds the data; the framework, which would cut as well, keeps less free. */
const OVERHEAD = 4096

/** Gives the bytes that data may have in one answer; infinite where the limit is lifted. */
export function maxBytes(limit: string | undefined): number {
  const given = limit === undefined ? Number.NaN : Number(limit)
  const most = Number.isInteger(given) && given >= 0 ? given : DEFAULT_MAX_BYTES
  return most === 0 ? Number.POSITIVE_INFINITY : Math.max(64, most - OVERHEAD)
}

/** Counts the bytes of a value as JSON. */
export function bytesOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Shortens data to a number of bytes: of lists and texts the beginning stays, the largest members give first. */
export function shorten(value: JsonValue, budget: number): JsonValue {
  if (bytesOf(value) <= budget) return value
  if (typeof value === 'string') return shortenText(value, budget)
  if (Array.isArray(value)) return shortenList(value as readonly JsonValue[], budget)
  if (!isJsonObject(value)) return value
  const sizes = new Map(Object.entries(value).map(([key, member]) => [key, bytesOf(member)]))
  let total = bytesOf(value)
  const cut = new Map<string, JsonValue>()
  for (const [key, size] of [...sizes].sort(([, one], [, other]) => other - one)) {
    if (total <= budget) break
    const shorter = shorten(value[key] ?? null, Math.max(2, budget - (total - size)))
    cut.set(key, shorter)
    total -= size - bytesOf(shorter)
  }
  const kept = Object.entries(value).map(([key, member]) => [key, cut.get(key) ?? member] as const)
  // Where the names alone are too much, members go from the end.
  for (let last = kept.at(-1); last !== undefined && total > budget; last = kept.at(-1)) {
    kept.pop()
    total -= bytesOf({ [last[0]]: last[1] }) - 1
  }
  return Object.fromEntries(kept)
}

function shortenList(list: readonly JsonValue[], budget: number): JsonValue {
  const kept: JsonValue[] = []
  let total = 2
  for (const item of list) {
    const size = bytesOf(item) + (kept.length > 0 ? 1 : 0)
    if (total + size > budget) break
    total += size
    kept.push(item)
  }
  const [first] = list
  // Half an item tells more than none.
  return kept.length === 0 && first !== undefined && budget > 64
    ? [shorten(first, budget - 2)]
    : kept
}

function shortenText(text: string, budget: number): string {
  let least = 0
  let most = Math.min(text.length, budget)
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (bytesOf(text.slice(0, middle)) <= budget) least = middle
    else most = middle - 1
  }
  // Half of a pair of surrogates is no character.
  return text.slice(0, least).replace(/[\uD800-\uDBFF]$/, '')
}
