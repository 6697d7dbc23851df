import type { JsonValue } from './json-value.ts'
import { SERIALISATION_RULES, type SerialisationChange, type SerialisationKind } from './rules.ts'
import { replaceObject, ToJsonThrew, type Replacement } from './replace-object.ts'
import { cleanText } from './clean-text.ts'

/** The limits and options of a walk. */
export interface WalkOptions {
  readonly stripsTerminalCodes: boolean
  readonly contentTypeOf: (pointer: string) => string | undefined
  readonly maxDepth: number
  readonly maxValues: number
  readonly maxChanges: number
}

/** The result of a walk: the JSON, the changes, and how many more changes there were. */
export interface Walked {
  readonly json: JsonValue
  readonly changes: readonly SerialisationChange[]
  readonly unlisted: number
}

/** An array or an object that is being filled. */
class Frame {
  readonly target: JsonValue[] | Record<string, JsonValue>
  readonly source: Source
  readonly parent: Frame | null
  /** The key of the target in its parent. */
  readonly at: string | number
  readonly depth: number
  next = 0
  /** The keys in use, for keys that cleaning makes equal; created when the first key is cleaned. */
  taken: Set<string> | undefined
  collisions = 0

  constructor(source: Source, parent: Frame | null, at: string | number) {
    this.target = source.keys === null ? [] : {}
    this.source = source
    this.parent = parent
    this.at = at
    this.depth = parent === null ? -1 : parent.depth + 1
  }
}

/** Where the members of a target come from. */
interface Source {
  /** Null for an array. */
  readonly keys: readonly string[] | null
  readonly size: number
  readonly read: (index: number) => unknown
  /** The objects that the target stands for; meeting one again below it is a cycle. */
  readonly objects: readonly object[]
}

/**
 * Turns any value into JSON without recursion, so that no depth overflows the stack. Never throws: an
 * object that throws when it is read becomes a reported change.
 */
export function walk(root: unknown, options: WalkOptions): Walked {
  const changes: SerialisationChange[] = []
  const open = new Set<object>()
  let unlisted = 0
  let values = 1
  const holder = new Frame({ keys: null, size: 1, read: () => root, objects: [] }, null, '')

  let frame: Frame | null = holder
  while (frame !== null) {
    if (frame.next === frame.source.size) {
      for (const object of frame.source.objects) open.delete(object)
      frame = frame.parent
      continue
    }
    frame = step(frame, frame.next++)
  }
  return { json: (holder.target as JsonValue[])[0] ?? null, changes, unlisted }

  function step(frame: Frame, index: number): Frame {
    const { keys } = frame.source
    const key = keys === null ? index : cleanKey(frame, keys[index] as string)
    let value: unknown
    try {
      value = frame.source.read(index)
    } catch {
      return put(frame, key, null, 'getter-threw')
    }
    return settle(frame, key, value)
  }

  function settle(frame: Frame, key: string | number, value: unknown): Frame {
    switch (typeof value) {
      case 'object':
        return value === null ? put(frame, key, null) : enter(frame, key, value)
      case 'string': {
        const { text, kinds } = cleanText(value, options.stripsTerminalCodes)
        for (const kind of kinds) report(frame, key, kind)
        return put(frame, key, text)
      }
      case 'number':
        if (!Number.isFinite(value)) return put(frame, key, null, 'not-finite')
        return Object.is(value, -0) ? put(frame, key, 0, 'negative-zero') : put(frame, key, value)
      case 'bigint': {
        const isSafe =
          BigInt(Number.MIN_SAFE_INTEGER) <= value && value <= BigInt(Number.MAX_SAFE_INTEGER)
        return isSafe
          ? put(frame, key, Number(value), 'bigint')
          : put(frame, key, String(value), 'bigint-text')
      }
      case 'boolean':
        return put(frame, key, value)
      case 'undefined':
        return frame.source.keys === null
          ? putUndefined(frame, key)
          : leaveOut(frame, key, 'undefined')
      case 'function':
      case 'symbol':
        return frame.source.keys === null
          ? put(frame, key, null, typeof value as 'function' | 'symbol')
          : leaveOut(frame, key, typeof value as 'function' | 'symbol')
    }
  }

  function enter(frame: Frame, key: string | number, value: object): Frame {
    const objects: object[] = []
    let current: object = value
    let callsToJson = true
    for (;;) {
      if (open.has(current)) return put(frame, key, null, 'circular')
      let replacement: Replacement
      try {
        replacement = replaceObject(current, {
          callsToJson,
          contentType: () => options.contentTypeOf(pointerTo(frame, key)),
        })
      } catch (error) {
        return put(frame, key, null, error instanceof ToJsonThrew ? 'to-json-threw' : 'unreadable')
      }
      if (!objects.includes(current)) objects.push(current)
      if (replacement.kind !== null) report(frame, key, replacement.kind)
      if (replacement.as !== 'value') return descend(frame, key, replacement, objects)
      const { value: next } = replacement
      if (typeof next !== 'object' || next === null) return settle(frame, key, next)
      callsToJson = false
      current = next
    }
  }

  function descend(
    frame: Frame,
    key: string | number,
    replacement: Exclude<Replacement, { as: 'value' }>,
    objects: readonly object[],
  ): Frame {
    let size: number
    try {
      size = replacement.as === 'items' ? replacement.items.length : replacement.keys.length
    } catch {
      return put(frame, key, null, 'unreadable')
    }
    if (frame.depth + 1 >= options.maxDepth) return put(frame, key, null, 'too-deep')
    if (values + size > options.maxValues) return put(frame, key, null, 'too-large')
    values += size
    for (const object of objects) open.add(object)
    if (replacement.as === 'members') {
      const { keys, read } = replacement
      return fill(new Frame({ keys, size, read, objects }, frame, key))
    }
    const { items } = replacement
    const list = new Frame({ keys: null, size, read: (index) => items[index], objects }, frame, key)
    reportHoles(list, items)
    return fill(list)
  }

  function fill(frame: Frame): Frame {
    if (frame.parent !== null) put(frame.parent, frame.at, frame.target)
    return frame
  }

  function reportHoles(list: Frame, items: readonly unknown[]): void {
    try {
      for (let index = 0; index < items.length; index++) {
        if (!(index in items)) return report(list, null, 'hole')
      }
    } catch {
      // A proxy that throws; its elements are reported one by one as they are read.
    }
  }

  function putUndefined(frame: Frame, key: string | number): Frame {
    if (frame === holder) return put(frame, key, null, 'undefined-null')
    // Holes were reported once for the whole array.
    return put(
      frame,
      key,
      null,
      isHole(frame.source.objects.at(-1), key) ? undefined : 'undefined-null',
    )
  }

  function leaveOut(frame: Frame, key: string | number, kind: SerialisationKind): Frame {
    report(frame, key, kind)
    return frame
  }

  function put(
    frame: Frame,
    key: string | number,
    json: JsonValue,
    kind?: SerialisationKind,
  ): Frame {
    if (kind !== undefined) report(frame, key, kind)
    if (Array.isArray(frame.target)) frame.target.push(json)
    else setOwn(frame.target, String(key), json)
    return frame
  }

  function cleanKey(frame: Frame, key: string): string {
    const { text, kinds } = cleanText(key, options.stripsTerminalCodes)
    if (kinds.length === 0) return key
    frame.taken ??= new Set(frame.source.keys)
    let unique = text
    while (frame.taken.has(unique)) unique = `${text}\uFFFD${++frame.collisions}`
    frame.taken.add(unique)
    for (const kind of kinds) report(frame, unique, kind)
    if (unique !== text) report(frame, unique, 'key-collision')
    return unique
  }

  function report(frame: Frame, key: string | number | null, kind: SerialisationKind): void {
    if (changes.length >= options.maxChanges) {
      unlisted++
      return
    }
    changes.push({ pointer: pointerTo(frame, key), kind, ...SERIALISATION_RULES[kind] })
  }
}

function isHole(list: unknown, key: string | number): boolean {
  try {
    return Array.isArray(list) && !Object.hasOwn(list, key)
  } catch {
    // A proxy that throws; the value was undefined and is reported as that.
    return false
  }
}

function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') {
    target[key] = value
    return
  }
  // Plain assignment would set the prototype instead.
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function pointerTo(frame: Frame, key: string | number | null): string {
  const tokens: string[] = []
  if (key !== null && frame.depth >= 0) tokens.push(escapeToken(key))
  for (let at: Frame | null = frame; at !== null && at.depth > 0; at = at.parent) {
    tokens.push(escapeToken(at.at))
  }
  return tokens.length === 0 ? '' : `/${tokens.reverse().join('/')}`
}

function escapeToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1')
}
