import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { toPointer } from '@surety/internal/json/json-values.ts'

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

/**
 * A place in data, outermost level first: the number of items or members that earlier answers delivered.
 * A negative number `~n` stands for the member n alone; the members beside it were delivered.
 */
export type Position = readonly number[]

interface Part {
  readonly data: JsonValue
  /** Where the next answer starts; null if there is no more. */
  readonly next: Position | null
  /** How much of the list, object or text that was cut is in this answer. */
  readonly returned: number
  readonly total: number
}

export interface CutValue extends Part {
  /** Pointers of the missing members, at most {@link MAX_NAMED}; items that follow are not named. */
  readonly leftOut: readonly string[]
  readonly leftOutCount: number
  /** The number of values that are too large for any answer under this limit. */
  readonly tooLarge: number
}

/** Limits the names of missing members in one answer. */
const MAX_NAMED = 20
const MAX_NAMED_LENGTH = 60

/** Limits the levels of a position, and so the length of a cursor. */
const MAX_LEVELS = 10

/**
 * Cuts data so that its JSON has at most `budget` bytes: a list between items, an object between members,
 * and a text only if it is all of the data. Every value in the result equals its original. Takes linear
 * time; following `next` delivers everything once, except values that are too large on their own.
 */
export function cutToBytes(
  data: JsonValue,
  budget: number,
  from: Position = [],
  sizes: JsonSizes = new JsonSizes(),
): CutValue {
  const cutter = new Cutter(sizes)
  const part =
    typeof data === 'string'
      ? takeText(data, budget, Math.max(0, from[0] ?? 0))
      : cutter.take(data, budget, from, [])
  const { named, leftOut, tooLarge } = cutter
  return { ...part, leftOut: named, leftOutCount: leftOut, tooLarge }
}

function takeText(text: string, budget: number, start: number): Part {
  const rest = text.slice(start)
  // At least one character, so that every answer makes progress.
  const kept =
    textWithin(rest, budget) || rest.slice(0, (rest.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1)
  const end = start + kept.length
  const next = end < text.length ? [end] : null
  return { data: kept, next, returned: kept.length, total: text.length }
}

class Cutter {
  readonly named: string[] = []
  leftOut = 0
  tooLarge = 0
  readonly #sizes: JsonSizes

  constructor(sizes: JsonSizes) {
    this.#sizes = sizes
  }

  /** Takes the part of a value that fits, beginning at a position inside it. */
  take(value: JsonValue, budget: number, from: Position, path: readonly string[]): Part {
    if (Array.isArray(value)) return this.#takeParts(value, budget, from, path)
    if (!isJsonObject(value)) return { data: value, next: null, returned: 1, total: 1 }
    const [first] = from
    if (first !== undefined && first < 0) return this.#takeMember(value, ~first, budget, from, path)
    const isWhole = from.length > 0 || path.length >= MAX_LEVELS
    const main = isWhole ? -1 : this.#mainMember(value, budget)
    return main < 0
      ? this.#takeParts(value, budget, from, path)
      : this.#takeMember(value, main, budget, from, path)
  }

  /** Finds the member that makes an object too large, if the others leave it half of the room; otherwise -1. */
  #mainMember(object: JsonObject, budget: number): number {
    if (this.#sizes.of(object) <= budget) return -1
    const values = Object.values(object)
    const sizes = values.map((value) => this.#sizes.of(value))
    const bytes = sizes.reduce((most, size) => Math.max(most, size), -1)
    const largest = sizes.indexOf(bytes)
    const rest = this.#sizes.of(object) - bytes
    return hasParts(values[largest]) && rest + 2 <= budget / 2 ? largest : -1
  }

  /** Cuts one member of an object. Its first part comes with the other members, which stay whole. */
  #takeMember(
    object: JsonObject,
    index: number,
    budget: number,
    from: Position,
    path: readonly string[],
  ): Part {
    const name = Object.keys(object)[index]
    if (name === undefined) return { data: {}, next: null, returned: 0, total: 0 }
    const member = object[name]!
    const isFirst = from.length === 0
    const rest = isFirst ? this.#sizes.of(object) - this.#sizes.of(member) : 2 + textBytes(name) + 1
    const part = this.take(member, budget - rest, from.slice(1), [...path, name])
    const data = { ...(isFirst && object), [name]: part.data }
    return { ...part, data, next: part.next && [~index, ...part.next] }
  }

  /** Takes the items of a list, or the members of an object, that fit. */
  #takeParts(
    value: JsonObject | readonly JsonValue[],
    budget: number,
    from: Position,
    path: readonly string[],
  ): Part {
    const isList = Array.isArray(value)
    const entries = Object.entries(value)
    const kept: [string, JsonValue][] = []
    const start = Math.max(0, from[0] ?? 0)
    let bytes = 2
    let next: Position | null = null
    let inside: Part | null = null
    for (let at = start; at < entries.length && next === null; at += 1) {
      const [name, member] = entries[at]!
      const nameBytes = isList ? 0 : textBytes(name) + 1
      const before = nameBytes + (kept.length > 0 ? 1 : 0)
      const room = budget - bytes - before
      const inner = at === start ? from.slice(1) : []
      let data = member
      if (this.#sizes.of(member) > room || (inner.length > 0 && hasParts(member))) {
        const place = [...path, name]
        const isDivisible = hasParts(member) && place.length <= MAX_LEVELS
        const best = budget - 2 - nameBytes
        if ((!isDivisible && this.#sizes.of(member) > best) || best < 2) {
          this.tooLarge += 1
          this.#leaveOut(place)
          continue
        }
        if (kept.length > 0) {
          next = [at]
          break
        }
        const part = this.take(member, room, inner, place)
        data = part.data
        if (part.next !== null) {
          next = [at, ...part.next]
          inside = part
        }
      }
      kept.push([name, data])
      bytes += before + this.#sizes.of(data)
    }
    if (!isList && next !== null) {
      // The rest comes with the next answers; its names tell the caller that there is more.
      const first = inside ? next[0]! + 1 : next[0]!
      for (const [name] of entries.slice(first)) this.#leaveOut([...path, name])
    }
    return {
      data: isList ? kept.map(([, item]) => item) : Object.fromEntries(kept),
      next,
      returned: inside?.returned ?? kept.length,
      total: inside?.total ?? entries.length,
    }
  }

  #leaveOut(path: readonly string[]): void {
    this.leftOut += 1
    if (this.named.length >= MAX_NAMED) return
    const pointer = toPointer(...path)
    const isLong = pointer.length > MAX_NAMED_LENGTH
    this.named.push(isLong ? `${pointer.slice(0, MAX_NAMED_LENGTH)}\u2026`.toWellFormed() : pointer)
  }
}

function hasParts(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
