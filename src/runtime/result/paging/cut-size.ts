import type { JsonValue } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json-members.ts'
import type { Delivered } from '../../run/cursor-state.ts'

/** The place where a value was cut, and how much of it was returned. */
export interface SizeCut {
  readonly path: readonly (string | number)[]
  /** Lists are cut by items, texts by characters. */
  readonly unit: 'items' | 'characters'
  readonly returned: number
  readonly total: number
}

/** A value that fits, and the cuts that made it fit, outer ones first. */
export interface CutValue {
  readonly data: JsonValue
  readonly cuts: readonly SizeCut[]
}

/** Counts the bytes of a value's JSON text in UTF-8. */
export function jsonBytes(value: JsonValue): number {
  // Large texts are measured several times per answer, so avoid JSON.stringify: a printable ASCII text
  // needs no escapes, and an object is the sum of its members.
  if (typeof value === 'string' && /^[ !#-[\]-~]*$/.test(value)) return value.length + 2
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return Buffer.byteLength(JSON.stringify(value), 'utf8')
  }
  let bytes = 2
  const members = Object.entries(value)
  for (const [name, member] of members) bytes += jsonBytes(name) + 1 + jsonBytes(member)
  return bytes + Math.max(0, members.length - 1)
}

/**
 * Cuts a value until its JSON text has at most `budget` bytes: lists between items, texts between
 * characters, and in an object the largest member first. The result is always valid JSON.
 */
export function cutToBytes(data: JsonValue, budget: number): CutValue {
  const cuts: SizeCut[] = []
  const value = cut(data, budget, [], cuts)
  return { data: value, cuts }
}

/** Drops the parts of cut values that earlier answers delivered. */
export function resumeCuts(data: JsonValue, delivered: readonly Delivered[]): JsonValue {
  let left = data
  // Outer lists first: paths into their items count from the first remaining item.
  for (const { path, offset } of delivered.toSorted((a, b) => a.path.length - b.path.length)) {
    left = resumeAt(left, path, offset)
  }
  return left
}

/** Computes how much is delivered after an answer with these cuts. */
export function nextDelivered(
  resumed: JsonValue,
  before: readonly Delivered[],
  cuts: readonly SizeCut[],
): readonly Delivered[] {
  const entered = new Set(
    cuts
      .filter((cut) => cuts.some((inner) => isFirstItemOf(cut.path, inner.path)))
      .map(({ path }) => keyOf(path)),
  )
  const now = new Map<string, Delivered>()
  for (const { path, offset } of before) {
    // A value that was cut before and is not cut now is complete.
    now.set(keyOf(path), { path, offset: offset + lengthAt(resumed, path) })
  }
  for (const { path, returned } of cuts) {
    const offset = before.find((known) => keyOf(known.path) === keyOf(path))?.offset ?? 0
    now.set(keyOf(path), { path, offset: offset + (entered.has(keyOf(path)) ? 0 : returned) })
  }
  const places = [...now.values()]
  // Once a list advances, offsets inside its first item would apply to another item.
  return places.filter(
    ({ path }) =>
      !places.some((outer) => isFirstItemOf(outer.path, path) && !entered.has(keyOf(outer.path))),
  )
}

function resumeAt(data: JsonValue, path: Path, offset: number): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) {
    return typeof data === 'string' || Array.isArray(data) ? data.slice(offset) : data
  }
  if (Array.isArray(data)) {
    return data.map((item: JsonValue, index) =>
      index === step ? resumeAt(item, rest, offset) : item,
    )
  }
  if (typeof data !== 'object' || data === null) return data
  const copy: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(data)) {
    setMember(copy, name, name === step ? resumeAt(member, rest, offset) : member)
  }
  return copy
}

function lengthAt(data: JsonValue, path: Path): number {
  let value: unknown = data
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return 0
    value = (value as Record<string | number, unknown>)[step]
  }
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}

function isFirstItemOf(list: Path, path: Path): boolean {
  return (
    path.length > list.length &&
    path[list.length] === 0 &&
    list.every((step, at) => step === path[at])
  )
}

function keyOf(path: Path): string {
  return JSON.stringify(path)
}

type Path = readonly (string | number)[]

function cut(value: JsonValue, budget: number, path: Path, cuts: SizeCut[]): JsonValue {
  if (jsonBytes(value) <= budget) return value
  if (typeof value === 'string') return cutText(value, budget, path, cuts)
  if (Array.isArray(value)) return cutList(value, budget, path, cuts)
  if (typeof value === 'object' && value !== null) {
    return cutObject(value as Readonly<Record<string, JsonValue>>, budget, path, cuts)
  }
  return value
}

function cutText(text: string, budget: number, path: Path, cuts: SizeCut[]): string {
  // Binary search: a text with more units than `budget` bytes never fits.
  let end = 0
  let tooMuch = Math.min(text.length, budget) + 1
  while (tooMuch - end > 1) {
    const middle = (end + tooMuch) >>> 1
    if (jsonBytes(text.slice(0, middle)) <= budget) end = middle
    else tooMuch = middle
  }
  // Do not split a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length) end -= 1
  cuts.push({ path, unit: 'characters', returned: end, total: text.length })
  return text.slice(0, end)
}

function cutList(
  list: readonly JsonValue[],
  budget: number,
  path: Path,
  cuts: SizeCut[],
): readonly JsonValue[] {
  let bytes = 2
  let end = 0
  for (const item of list) {
    bytes += jsonBytes(item) + (end > 0 ? 1 : 0)
    if (bytes > budget) break
    end += 1
  }
  if (end > 0 || list.length === 0) {
    cuts.push({ path, unit: 'items', returned: end, total: list.length })
    return list.slice(0, end)
  }
  // Not even the first item fits: deliver a part of it, so that every call makes progress.
  cuts.push({ path, unit: 'items', returned: 1, total: list.length })
  return [cut(list[0]!, budget - 2, [...path, 0], cuts)]
}

function cutObject(
  object: Readonly<Record<string, JsonValue>>,
  budget: number,
  path: Path,
  cuts: SizeCut[],
): JsonValue {
  const copy: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(object)) setMember(copy, name, member)
  let excess = jsonBytes(object) - budget
  const bySize = Object.entries(object)
    .map(([name, member]) => ({ name, member, bytes: jsonBytes(member) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const { name, member, bytes } of bySize) {
    if (excess <= 0) break
    if (typeof member !== 'string' && (typeof member !== 'object' || member === null)) continue
    const smaller = cut(member, Math.max(2, bytes - excess), [...path, name], cuts)
    setMember(copy, name, smaller)
    excess -= bytes - jsonBytes(smaller)
  }
  return copy
}
