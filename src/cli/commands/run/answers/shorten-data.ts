import { isJsonObject, type JsonValue } from '../../../../contract/index.ts'
import { bytesOf } from './answer-size.ts'

/** Which end of a text is kept. A failing program says at the end why it failed. */
export type KeptEnd = 'start' | 'end'

/** Shortens data to a number of bytes: keeps the start of lists and one end of texts, and cuts the largest members first. */
export function shorten(value: JsonValue, budget: number, end: KeptEnd = 'start'): JsonValue {
  if (bytesOf(value) <= budget) return value
  if (typeof value === 'string') return shortenText(value, budget, end)
  if (Array.isArray(value)) return shortenList(value as readonly JsonValue[], budget, end)
  if (!isJsonObject(value)) return value
  const sizes = new Map(Object.entries(value).map(([key, member]) => [key, bytesOf(member)]))
  let total = bytesOf(value)
  const cut = new Map<string, JsonValue>()
  for (const [key, size] of [...sizes].sort(([, one], [, other]) => other - one)) {
    if (total <= budget) break
    const shorter = shorten(value[key] ?? null, Math.max(2, budget - (total - size)), end)
    cut.set(key, shorter)
    total -= size - bytesOf(shorter)
  }
  const kept = Object.entries(value).map(([key, member]) => [key, cut.get(key) ?? member] as const)
  // If the names alone are too long, drop members from the end.
  for (let last = kept.at(-1); last !== undefined && total > budget; last = kept.at(-1)) {
    kept.pop()
    total -= bytesOf({ [last[0]]: last[1] }) - 1
  }
  return Object.fromEntries(kept)
}

function shortenList(list: readonly JsonValue[], budget: number, end: KeptEnd): JsonValue {
  const kept: JsonValue[] = []
  let total = 2
  for (const item of list) {
    const size = bytesOf(item) + (kept.length > 0 ? 1 : 0)
    if (total + size > budget) break
    total += size
    kept.push(item)
  }
  const [first] = list
  // A part of the first item is better than an empty list.
  return kept.length === 0 && first !== undefined && budget > 64
    ? [shorten(first, budget - 2, end)]
    : kept
}

function shortenText(text: string, budget: number, end: KeptEnd): string {
  const part = (length: number) =>
    end === 'start' ? text.slice(0, length) : text.slice(text.length - length)
  let least = 0
  let most = Math.min(text.length, budget)
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (bytesOf(part(middle)) <= budget) least = middle
    else most = middle - 1
  }
  // Do not split a surrogate pair.
  return part(least)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^[\uDC00-\uDFFF]/, '')
}
