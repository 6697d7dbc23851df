import { setMember, toPart } from '@surety/internal/json/json-members.ts'
import { cleanText } from './clean-text.ts'
import type { JsonValue } from './json-value.ts'
import { replaceObject, ToJsonThrew } from './replace-object.ts'
import { SERIALISATION_RULES, type SerialisationChange, type SerialisationKind } from './rules.ts'

export interface SerialiseOptions {
  /** Nesting beyond it becomes null; default 1,000, the most that every JSON reader and writer can follow. */
  readonly maxDepth?: number
  /** Values beyond it become null; default 5,000,000. */
  readonly maxValues?: number
}

/** A value as JSON, with everything that had to change on the way. */
export interface Serialised {
  readonly json: JsonValue
  readonly changes: readonly SerialisationChange[]
  /** How many changes there were beyond those listed. */
  readonly unlisted: number
}

/**
 * Turns any value into JSON, the same way for every format. Never throws, and nothing changes its
 * type in silence: each change is reported with its place.
 *
 * @example
 * ```ts
 * import { toJsonValue } from 'surety/contract'
 *
 * const { json, changes } = toJsonValue({ at: new Date(0), ratio: NaN })
 * json // { at: '1970-01-01T00:00:00.000Z', ratio: null }
 * changes.map((change) => change.kind) // ['date', 'not-finite']
 * ```
 */
export function toJsonValue(value: unknown, options: SerialiseOptions = {}): Serialised {
  const conversion = new Conversion(options)
  const json = conversion.orNull(value)
  const { changes, unlisted } = conversion
  return { json, changes, unlisted }
}

/** Changes beyond it are counted only. */
const MAX_CHANGES = 1000

/** Values that may stand in several places because their object does; few references can stand for endless JSON. */
const MAX_REPEATED = 200_000

class Conversion {
  readonly changes: SerialisationChange[] = []
  unlisted = 0
  readonly #options: SerialiseOptions
  /** Where the value stands that is converted. */
  readonly #path: (string | number)[] = []
  /** The objects around it; meeting one again is a cycle. */
  readonly #open = new Set<object>()
  readonly #written = new Set<object>()
  #repeated = 0
  #values = 1

  constructor(options: SerialiseOptions) {
    this.#options = options
  }

  /** Converts a value that has to stand somewhere. */
  orNull(value: unknown): JsonValue {
    if (value === undefined) return this.#lost('undefined-null')
    return this.#convert(value) ?? null
  }

  /** Converts a value; one without JSON is undefined. */
  #convert(value: unknown): JsonValue | undefined {
    switch (typeof value) {
      case 'object':
        return value === null ? null : this.#convertObject(value)
      case 'string':
        return this.#clean(value)
      case 'number':
        if (!Number.isFinite(value)) return this.#lost('not-finite')
        if (Object.is(value, -0)) this.#report('negative-zero')
        return value + 0
      case 'bigint': {
        const isSafe = Number.isSafeInteger(Number(value))
        this.#report(isSafe ? 'bigint' : 'bigint-text')
        return isSafe ? Number(value) : String(value)
      }
      case 'boolean':
        return value
      default:
        this.#report(typeof value as 'undefined' | 'function' | 'symbol')
        return undefined
    }
  }

  #convertObject(value: object): JsonValue | undefined {
    const objects: object[] = []
    try {
      for (let current = value; ;) {
        if (this.#open.has(current)) return this.#lost('circular')
        const { kind, by } = replaceObject(current, objects.length === 0)
        objects.push(current)
        if (kind !== null) this.#report(kind)
        if (typeof by !== 'object' || by === null) return this.#convert(by)
        if (by === current) return this.#convertParts(by, objects)
        current = by
      }
    } catch (error) {
      return this.#lost(error instanceof ToJsonThrew ? 'to-json-threw' : 'unreadable')
    }
  }

  /** Converts the items of a list, or the members of an object, that `objects` have been replaced with. */
  #convertParts(whole: object, objects: readonly object[]): JsonValue {
    const keys = Array.isArray(whole) ? null : Object.keys(whole)
    const size = keys === null ? (whole as readonly unknown[]).length : keys.length
    // A proxy may say anything.
    if (!Number.isSafeInteger(size) || size < 0) return this.#lost('unreadable')
    const { maxDepth = 1000, maxValues = 5_000_000 } = this.#options
    if (this.#path.length >= maxDepth) return this.#lost('too-deep')
    if (this.#written.has(objects[0]!)) this.#repeated += size
    else this.#written.add(objects[0]!)
    if (this.#values + size > maxValues || this.#repeated > MAX_REPEATED)
      return this.#lost('too-large')
    this.#values += size
    for (const object of objects) this.#open.add(object)
    const json = keys === null ? this.#items(whole as never, size) : this.#members(whole, keys)
    for (const object of objects) this.#open.delete(object)
    return json
  }

  #items(list: readonly unknown[], size: number): JsonValue {
    const items: JsonValue[] = []
    let hasHoles = false
    for (let index = 0; index < size; index += 1) {
      this.#path.push(index)
      const item = this.#read(list, index)
      const isHole = item === undefined && isMissing(list, index)
      items.push(isHole ? null : item === GETTER_THREW ? null : this.orNull(item))
      this.#path.pop()
      // The holes of a list are reported once, at the list.
      if (isHole && !hasHoles) this.#report('hole')
      hasHoles ||= isHole
    }
    return items
  }

  #members(object: object, keys: readonly string[]): JsonValue {
    const members = {}
    const rename = this.#renames(keys)
    for (const key of keys) {
      this.#path.push(key)
      const name = rename(key)
      const value = this.#read(object, key)
      const json = value === GETTER_THREW ? null : this.#convert(value)
      if (json !== undefined) setMember(members, name, json)
      this.#path.pop()
    }
    return members
  }

  #read(whole: object, key: string | number): unknown {
    try {
      return (whole as Record<string | number, unknown>)[key]
    } catch {
      this.#report('getter-threw')
      return GETTER_THREW
    }
  }

  /** Cleans the names of members; names that become equal are told apart by a number. */
  #renames(keys: readonly string[]): (key: string) => string {
    let taken: Set<string> | undefined
    let collisions = 0
    return (key) => {
      const { text, kinds } = cleanText(key)
      if (kinds.length === 0) return key
      taken ??= new Set(keys)
      let name = text
      while (taken.has(name)) name = `${text}\uFFFD${++collisions}`
      taken.add(name)
      this.#path[this.#path.length - 1] = name
      for (const kind of kinds) this.#report(kind)
      if (name !== text) this.#report('key-collision')
      return name
    }
  }

  #clean(value: string): string {
    const { text, kinds } = cleanText(value)
    for (const kind of kinds) this.#report(kind)
    return text
  }

  #lost(kind: SerialisationKind): null {
    this.#report(kind)
    return null
  }

  #report(kind: SerialisationKind): void {
    if (this.changes.length >= MAX_CHANGES) this.unlisted += 1
    else {
      const pointer = this.#path.map((part) => `/${toPart(String(part))}`).join('')
      this.changes.push({ pointer, kind, ...SERIALISATION_RULES[kind] })
    }
  }
}

/** Stands for a member whose getter threw. */
const GETTER_THREW = Symbol('getter threw')

function isMissing(list: readonly unknown[], index: number): boolean {
  try {
    return !Object.hasOwn(list, index)
  } catch {
    // A proxy that throws; the value was undefined and is reported as that.
    return false
  }
}
