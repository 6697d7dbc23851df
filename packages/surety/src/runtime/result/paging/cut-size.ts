import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { toPart } from '@surety/internal/json/json-members.ts'

/** Counts the bytes of a value as compact JSON in UTF-8. */
export function jsonBytes(value: JsonValue): number {
  if (typeof value === 'string') return textBytes(value)
  if (typeof value !== 'object' || value === null) return String(value).length
  // A bracket, and behind each part a comma or the other bracket.
  let bytes = 1
  if (Array.isArray(value)) for (const item of value) bytes += jsonBytes(item as JsonValue) + 1
  else
    for (const [name, member] of Object.entries(value))
      bytes += textBytes(name) + jsonBytes(member) + 2
  return Math.max(2, bytes)
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
 * Cuts data to a number of items, 0 for all, and so that its JSON has at most `budget` bytes: a list between items, an
 * object between members, and a text only if it is all of the data. Every value in the result equals its original.
 * Following `next` delivers everything once, except values that are too large on their own.
 */
export function cutToBytes(
  data: JsonValue,
  budget: number,
  from: Position = [],
  most: number = 0,
): CutValue {
  const end = (from[0] ?? 0) + most
  const list = Array.isArray(data) ? (data as readonly JsonValue[]) : []
  const isLonger = most > 0 && end < list.length
  const shown = isLonger ? list.slice(0, end) : data
  const cutter = new Cutter()
  const part =
    typeof shown === 'string' ? takeText(shown, budget, from) : cutter.take(shown, budget, from, [])
  const { leftOut, leftOutCount, tooLarge } = cutter
  const cut = { ...part, leftOut, leftOutCount, tooLarge }
  if (!isLonger) return cut
  // A cut inside of an item counts the parts of that item.
  const total = cut.next?.length === 2 ? cut.total : list.length
  return { ...cut, next: cut.next ?? [end], total }
}

function takeText(text: string, budget: number, from: Position): Part {
  const start = Math.max(0, from[0] ?? 0)
  const rest = text.slice(start)
  // At least one character, so that every answer makes progress.
  const kept =
    textWithin(rest, budget) || rest.slice(0, (rest.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1)
  const end = start + kept.length
  const next = end < text.length ? [end] : null
  return { data: kept, next, returned: kept.length, total: text.length }
}

class Cutter {
  readonly leftOut: string[] = []
  leftOutCount = 0
  tooLarge = 0

  /** Takes the part of a value that fits, beginning at a position inside it. */
  take(value: JsonValue, budget: number, from: Position, path: readonly string[]): Part {
    if (typeof value !== 'object' || value === null)
      return { data: value, next: null, returned: 1, total: 1 }
    const [first] = from
    if (!isJsonObject(value)) return this.#takeParts(value, budget, from, path)
    if (first !== undefined && first < 0) return this.#takeMember(value, ~first, budget, from, path)
    const main = first === undefined && path.length < MAX_LEVELS ? mainMember(value, budget) : -1
    return main < 0
      ? this.#takeParts(value, budget, from, path)
      : this.#takeMember(value, main, budget, from, path)
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
    const beside = from.length === 0 ? object : {}
    const room = budget - jsonBytes({ ...beside, [name]: 0 }) + 1
    const part = this.take(member, room, from.slice(1), [...path, name])
    const data = { ...beside, [name]: part.data }
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
    let room = budget - 2
    let next: Position | null = null
    let inside: Part | null = null
    for (let at = start; at < entries.length && next === null; at += 1) {
      const [name, member] = entries[at]!
      const place = [...path, name]
      const around = isList ? 0 : textBytes(name) + 1
      const left = room - around - (kept.length > 0 ? 1 : 0)
      const inner = at === start ? from.slice(1) : []
      let data = member
      let bytes = jsonBytes(member)
      if (bytes > left || (inner.length > 0 && hasParts(member))) {
        const best = budget - 2 - around
        const isDivisible = hasParts(member) && place.length <= MAX_LEVELS
        if (best < 2 || (bytes > best && !isDivisible)) {
          this.tooLarge += 1
          this.#leaveOut(place)
          continue
        }
        if (kept.length > 0) {
          next = [at]
          break
        }
        const part = this.take(member, left, inner, place)
        data = part.data
        bytes = jsonBytes(data)
        inside = part.next && part
        next = part.next && [at, ...part.next]
      }
      kept.push([name, data])
      room = left - bytes
    }
    // The rest comes with the next answers; its names tell the caller that there is more.
    const more = isList || next === null ? [] : entries.slice(next[0]! + (inside ? 1 : 0))
    for (const [name] of more) this.#leaveOut([...path, name])
    return {
      data: isList ? kept.map(([, item]) => item) : Object.fromEntries(kept),
      next,
      returned: inside?.returned ?? kept.length,
      total: inside?.total ?? entries.length,
    }
  }

  #leaveOut(path: readonly string[]): void {
    this.leftOutCount += 1
    if (this.leftOut.length >= MAX_NAMED) return
    const pointer = path.map((name) => `/${toPart(name)}`).join('')
    const isLong = pointer.length > MAX_NAMED_LENGTH
    this.leftOut.push(
      isLong ? `${pointer.slice(0, MAX_NAMED_LENGTH)}\u2026`.toWellFormed() : pointer,
    )
  }
}

/** Finds the member that makes an object too large, if the others leave it half of the room; otherwise -1. */
function mainMember(object: JsonObject, budget: number): number {
  const sizes = Object.values(object).map((value) => jsonBytes(value))
  const most = sizes.reduce((one, other) => Math.max(one, other), 0)
  const index = sizes.indexOf(most)
  const bytes = jsonBytes(object)
  const isMain = bytes > budget && bytes - most + 2 <= budget / 2
  return isMain && hasParts(Object.values(object)[index]) ? index : -1
}

function hasParts(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
