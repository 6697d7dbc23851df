import { setMember, toPart } from '@surety/internal/json/json-members.ts'
import { cleanText } from './clean-text.ts'
import type { JsonValue } from './json-value.ts'
import { replaceObject } from './replace-object.ts'
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
  const open = new Set<object>()
  const written = new Set<object>()
  const state: Conversion = {
    options,
    changes: [],
    unlisted: 0,
    path: [],
    open,
    written,
    repeated: 0,
    values: 1,
  }
  const json = orNull(state, value)
  return { json, changes: state.changes, unlisted: state.unlisted }
}

/** Changes beyond it are counted only. */
const MAX_CHANGES = 1000

/** Values that may stand in several places because their object does; few references can stand for endless JSON. */
const MAX_REPEATED = 200_000

interface Conversion {
  readonly options: SerialiseOptions
  readonly changes: SerialisationChange[]
  unlisted: number
  /** Where the value stands that is converted. */
  readonly path: (string | number)[]
  /** The objects around it; meeting one again is a cycle. */
  readonly open: Set<object>
  readonly written: Set<object>
  repeated: number
  values: number
}

/** Converts a value that has to stand somewhere. */
function orNull(state: Conversion, value: unknown): JsonValue {
  if (value === undefined) return lost(state, 'undefined-null')
  return convert(state, value) ?? null
}

/** Converts a value; one without JSON is undefined. */
function convert(state: Conversion, value: unknown): JsonValue | undefined {
  switch (typeof value) {
    case 'object':
      return value === null ? null : convertObject(state, value)
    case 'string':
      return clean(state, value)
    case 'number':
      if (!Number.isFinite(value)) return lost(state, 'not-finite')
      if (Object.is(value, -0)) report(state, 'negative-zero')
      return value + 0
    case 'bigint': {
      const isSafe = Number.isSafeInteger(Number(value))
      report(state, isSafe ? 'bigint' : 'bigint-text')
      return isSafe ? Number(value) : String(value)
    }
    case 'boolean':
      return value
    default:
      report(state, typeof value as 'undefined' | 'function' | 'symbol')
      return undefined
  }
}

function convertObject(state: Conversion, value: object): JsonValue | undefined {
  const objects: object[] = []
  try {
    for (let current = value; ;) {
      if (state.open.has(current)) return lost(state, 'circular')
      const { kind, by } = replaceObject(current, objects.length === 0)
      objects.push(current)
      if (kind !== null) report(state, kind)
      if (typeof by !== 'object' || by === null) return convert(state, by)
      if (by === current) return convertParts(state, by, objects)
      current = by
    }
  } catch {
    return lost(state, 'unreadable')
  }
}

/** Converts the items of a list, or the members of an object, that `objects` have been replaced with. */
function convertParts(state: Conversion, whole: object, objects: readonly object[]): JsonValue {
  const keys = Array.isArray(whole) ? null : Object.keys(whole)
  const size = keys === null ? (whole as readonly unknown[]).length : keys.length
  // A proxy may say anything.
  if (!Number.isSafeInteger(size) || size < 0) return lost(state, 'unreadable')
  const { maxDepth = 1000, maxValues = 5_000_000 } = state.options
  if (state.path.length >= maxDepth) return lost(state, 'too-deep')
  if (state.written.has(objects[0]!)) state.repeated += size
  else state.written.add(objects[0]!)
  if (state.values + size > maxValues || state.repeated > MAX_REPEATED)
    return lost(state, 'too-large')
  state.values += size
  for (const object of objects) state.open.add(object)
  const json = keys === null ? itemsOf(state, whole, size) : membersOf(state, whole, keys)
  for (const object of objects) state.open.delete(object)
  return json
}

function itemsOf(state: Conversion, list: object, size: number): JsonValue {
  let hasHoles = false
  return Array.from({ length: size }, (_none, index) => {
    state.path.push(index)
    const item = read(state, list, index)
    const isHole = item === undefined && isMissing(list, index)
    const json = isHole ? null : orNull(state, item)
    state.path.pop()
    // The holes of a list are reported once, at the list.
    if (isHole && !hasHoles) report(state, 'hole')
    hasHoles ||= isHole
    return json
  })
}

function membersOf(state: Conversion, object: object, keys: readonly string[]): JsonValue {
  const members = {}
  const names: Names = { keys, collisions: 0 }
  for (const key of keys) {
    state.path.push(key)
    const name = nameOf(state, key, names)
    const json = convert(state, read(state, object, key))
    if (json !== undefined) setMember(members, name, json)
    state.path.pop()
  }
  return members
}

/** Reads a part; a getter that throws gives null. */
function read(state: Conversion, whole: object, key: string | number): unknown {
  try {
    return (whole as Record<string | number, unknown>)[key]
  } catch {
    return lost(state, 'getter-threw')
  }
}

/** The names of an object's members; those that were cleaned are told apart. */
interface Names {
  readonly keys: readonly string[]
  taken?: Set<string>
  collisions: number
}

/** Cleans the name of a member; names that become equal are told apart by a number. */
function nameOf(state: Conversion, key: string, names: Names): string {
  const { text, kinds } = cleanText(key)
  if (kinds.length === 0) return key
  const taken = (names.taken ??= new Set(names.keys))
  let name = text
  while (taken.has(name)) name = `${text}\uFFFD${++names.collisions}`
  taken.add(name)
  state.path[state.path.length - 1] = name
  for (const kind of kinds) report(state, kind)
  if (name !== text) report(state, 'key-collision')
  return name
}

function clean(state: Conversion, value: string): string {
  const { text, kinds } = cleanText(value)
  for (const kind of kinds) report(state, kind)
  return text
}

function lost(state: Conversion, kind: SerialisationKind): null {
  report(state, kind)
  return null
}

function report(state: Conversion, kind: SerialisationKind): void {
  if (state.changes.length >= MAX_CHANGES) state.unlisted += 1
  else {
    const pointer = state.path.map((part) => `/${toPart(String(part))}`).join('')
    state.changes.push({ pointer, kind, ...SERIALISATION_RULES[kind] })
  }
}

function isMissing(list: object, index: number): boolean {
  try {
    return !Object.hasOwn(list, index)
  } catch {
    // A proxy that throws; the value was undefined and is reported as that.
    return false
  }
}
