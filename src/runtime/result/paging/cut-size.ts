import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import { toPointer } from '../../../internal/json/json-pointer.ts'
import { JsonSizes, textBytes, textWithin } from './json-size.ts'

/**
 * A place in data, outermost level first: the number of items or members that earlier answers delivered.
 * A negative number `~n` stands for the member n alone; the members beside it were delivered.
 */
export type Position = readonly number[]

/** Data that fits, and what is missing. */
export interface CutValue {
  readonly data: JsonValue
  /** Where the next answer starts; null if there is no more. */
  readonly next: Position | null
  /** How much of the list, object or text that was cut is in this answer. */
  readonly returned: number
  readonly total: number
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
  if (typeof data === 'string') return cutText(data, budget, from[0] ?? 0)
  const cutter = new Cutter(sizes)
  const part = cutter.fit(data, budget, from, [])
  return {
    data: part.data,
    next: part.next,
    returned: part.returned,
    total: part.total,
    leftOut: cutter.named,
    leftOutCount: cutter.leftOut,
    tooLarge: cutter.tooLarge,
  }
}

function cutText(text: string, budget: number, start: number): CutValue {
  const rest = text.slice(Math.max(0, start))
  // At least one character, so that every answer makes progress.
  const kept =
    textWithin(rest, budget) || rest.slice(0, (rest.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1)
  const end = Math.max(0, start) + kept.length
  return {
    data: kept,
    next: end < text.length ? [end] : null,
    returned: kept.length,
    total: text.length,
    leftOut: [],
    leftOutCount: 0,
    tooLarge: 0,
  }
}

type Path = readonly (string | number)[]

/** A part of a list, an object or another value. */
interface Part {
  readonly data: JsonValue
  readonly next: Position | null
  readonly returned: number
  readonly total: number
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
  fit(value: JsonValue, budget: number, from: Position, path: Path): Part {
    if (Array.isArray(value)) return this.#takeItems(value, budget, from, path)
    if (!isJsonObject(value)) return whole(value)
    const names = Object.keys(value)
    const single = from[0] !== undefined && from[0] < 0 ? ~from[0] : undefined
    if (single !== undefined) return this.#takeInside(value, single, budget, from.slice(1), path)
    if (from.length === 0 && path.length < MAX_LEVELS) {
      const main = this.#mainMember(value, names, budget)
      if (main !== undefined) return this.#takeAround(value, main, budget, path)
    }
    return this.#takeMembers(value, names, budget, from, path)
  }

  /** Finds the member that makes an object too large, if the others leave it half of the room. */
  #mainMember(object: JsonObject, names: readonly string[], budget: number): number | undefined {
    if (this.#sizes.of(object) <= budget) return undefined
    let largest = 0
    let bytes = -1
    names.forEach((name, index) => {
      const size = this.#sizes.of(object[name]!)
      if (size > bytes) {
        largest = index
        bytes = size
      }
    })
    const rest = this.#sizes.of(object) - bytes
    const isDivisible = bytes > 0 && hasParts(object[names[largest]!]!)
    return isDivisible && rest + 2 <= budget / 2 ? largest : undefined
  }

  /** Keeps an object whole except for one member, which is cut. */
  #takeAround(object: JsonObject, index: number, budget: number, path: Path): Part {
    const name = Object.keys(object)[index]!
    const member = object[name]!
    const room = budget - (this.#sizes.of(object) - this.#sizes.of(member))
    const part = this.fit(member, room, [], [...path, name])
    const copy: Record<string, JsonValue> = {}
    for (const [each, value] of Object.entries(object))
      setMember(copy, each, each === name ? part.data : value)
    return { ...part, data: copy, next: part.next && [~index, ...part.next] }
  }

  /** Continues inside one member of an object; the others were delivered with its first part. */
  #takeInside(object: JsonObject, index: number, budget: number, from: Position, path: Path): Part {
    const name = Object.keys(object)[index]
    if (name === undefined) return { data: {}, next: null, returned: 0, total: 0 }
    const room = budget - 2 - textBytes(name) - 1
    const part = this.fit(object[name]!, room, from, [...path, name])
    const copy: Record<string, JsonValue> = {}
    setMember(copy, name, part.data)
    return { ...part, data: copy, next: part.next && [~index, ...part.next] }
  }

  #takeItems(list: readonly JsonValue[], budget: number, from: Position, path: Path): Part {
    const kept: JsonValue[] = []
    const part = this.#takeParts(list.length, budget, from, path, {
      nameOf: (index) => index,
      bytesBefore: () => 0,
      valueOf: (index) => list[index]!,
      keep: (_index, value) => kept.push(value),
    })
    return { ...part, data: kept }
  }

  #takeMembers(
    object: JsonObject,
    names: readonly string[],
    budget: number,
    from: Position,
    path: Path,
  ): Part {
    const copy: Record<string, JsonValue> = {}
    const part = this.#takeParts(names.length, budget, from, path, {
      nameOf: (index) => names[index]!,
      bytesBefore: (index) => textBytes(names[index]!) + 1,
      valueOf: (index) => object[names[index]!]!,
      keep: (index, value) => setMember(copy, names[index]!, value),
    })
    if (part.next !== null) {
      // The rest comes with the next answers; its names tell the caller that there is more.
      const first = part.next.length === 1 ? part.next[0]! : part.next[0]! + 1
      this.leftOut += names.length - first
      for (let at = first; at < names.length && this.named.length < MAX_NAMED; at += 1)
        this.#name([...path, names[at]!])
    }
    return { ...part, data: copy }
  }

  #takeParts(count: number, budget: number, from: Position, path: Path, parts: Parts): Counted {
    const start = Math.max(0, from[0] ?? 0)
    let bytes = 2
    let returned = 0
    for (let at = start; at < count; at += 1) {
      const value = parts.valueOf(at)
      const inner = at === start ? from.slice(1) : []
      const before = parts.bytesBefore(at) + (returned > 0 ? 1 : 0)
      const room = budget - bytes - before
      const isWhole = inner.length === 0 || !hasParts(value)
      let part = whole(value)
      if (!isWhole || this.#sizes.of(value) > room) {
        const place = [...path, parts.nameOf(at)]
        const isDivisible = hasParts(value) && place.length <= MAX_LEVELS
        const best = budget - 2 - parts.bytesBefore(at)
        if ((!isDivisible && this.#sizes.of(value) > best) || best < 2) {
          this.tooLarge += 1
          this.leftOut += 1
          this.#name(place)
          continue
        }
        if (returned > 0) return { next: [at], returned, total: count }
        part = this.fit(value, room, inner, place)
      }
      parts.keep(at, part.data)
      bytes += before + this.#sizes.of(part.data)
      returned += 1
      if (part.next !== null) return { ...part, next: [at, ...part.next] }
    }
    return { next: null, returned, total: count }
  }

  #name(path: Path): void {
    if (this.named.length >= MAX_NAMED) return
    const pointer = toPointer(...path)
    const isLong = pointer.length > MAX_NAMED_LENGTH
    this.named.push(isLong ? `${pointer.slice(0, MAX_NAMED_LENGTH)}…`.toWellFormed() : pointer)
  }
}

/** The items of a list or the members of an object. */
interface Parts {
  readonly nameOf: (index: number) => string | number
  readonly bytesBefore: (index: number) => number
  readonly valueOf: (index: number) => JsonValue
  readonly keep: (index: number, value: JsonValue) => void
}

type Counted = Omit<Part, 'data'>

function whole(value: JsonValue): Part {
  return { data: value, next: null, returned: 1, total: 1 }
}

function hasParts(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0
}
