import { setMember, toPart } from '@surety/internal/json/json-members.ts'
import type { JsonValue } from './json-value.ts'
import { SERIALISATION_RULES, type SerialisationChange, type SerialisationKind } from './rules.ts'
import { replaceObject, ToJsonThrew, type Replacement } from './replace-object.ts'

export interface SerialiseOptions {
  /** Removes terminal escape sequences and carriage returns from every text and key (REQ-F-007). */
  readonly stripTerminalCodes?: boolean
  /** Nesting beyond it becomes null; default 1,000,000. */
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
  return walk(value, {
    stripTerminalCodes: options.stripTerminalCodes ?? false,
    maxDepth: options.maxDepth ?? 1_000_000,
    maxValues: options.maxValues ?? 5_000_000,
  })
}

/** Changes beyond it are counted only. */
const MAX_CHANGES = 1000

/** Values that may stand in several places because their object does; few references can stand for endless JSON. */
const MAX_REPEATED = 200_000

/** An array or an object that is being filled. */
class Frame {
  readonly target: JsonValue[] | Record<string, JsonValue>
  /** Null for an array. */
  readonly keys: readonly string[] | null
  readonly size: number
  readonly read: (index: number) => unknown
  /** The objects that the target stands for; meeting one again below it is a cycle. */
  readonly objects: readonly object[]
  readonly parent: Frame | null
  /** The key of the target in its parent. */
  readonly at: string | number
  readonly depth: number
  next = 0
  hasHoles = false
  /** The keys in use, for keys that cleaning makes equal; created when the first key is cleaned. */
  taken: Set<string> | undefined
  collisions = 0

  constructor(
    { keys, size, read, objects }: Pick<Frame, 'keys' | 'size' | 'read' | 'objects'>,
    parent: Frame | null,
    at: string | number,
  ) {
    this.target = keys === null ? [] : {}
    this.keys = keys
    this.size = size
    this.read = read
    this.objects = objects
    this.parent = parent
    this.at = at
    this.depth = parent === null ? -1 : parent.depth + 1
  }
}

/** Turns any value into JSON without recursion, so that no depth overflows the stack. */
function walk(root: unknown, options: Required<SerialiseOptions>): Serialised {
  const changes: SerialisationChange[] = []
  const open = new Set<object>()
  let unlisted = 0
  let values = 1
  /** What has been written, and how many values were written again: references may share one object. */
  const written = new Set<object>()
  let repeated = 0
  const holder = new Frame({ keys: null, size: 1, read: () => root, objects: [] }, null, '')

  let frame: Frame | null = holder
  while (frame !== null) {
    if (frame.next === frame.size) {
      for (const object of frame.objects) open.delete(object)
      frame = frame.parent
      continue
    }
    frame = step(frame, frame.next++)
  }
  return { json: (holder.target as JsonValue[])[0] ?? null, changes, unlisted }

  function step(frame: Frame, index: number): Frame {
    const { keys } = frame
    const key = keys === null ? index : cleanKey(frame, keys[index] as string)
    let value: unknown
    try {
      value = frame.read(index)
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
        const { text, kinds } = cleanText(value, options.stripTerminalCodes)
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
      case 'function':
      case 'symbol': {
        const kind = typeof value as 'undefined' | 'function' | 'symbol'
        if (frame.keys === null)
          return put(frame, key, null, kind === 'undefined' ? undefinedKind(frame, key) : kind)
        report(frame, key, kind)
        return frame
      }
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
        replacement = replaceObject(current, callsToJson)
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
    // A proxy may say anything.
    if (!Number.isSafeInteger(size) || size < 0) return put(frame, key, null, 'unreadable')
    if (frame.depth + 1 >= options.maxDepth) return put(frame, key, null, 'too-deep')
    if (written.has(objects[0]!)) repeated += size
    else written.add(objects[0]!)
    if (values + size > options.maxValues || repeated > MAX_REPEATED)
      return put(frame, key, null, 'too-large')
    values += size
    for (const object of objects) open.add(object)
    const source =
      replacement.as === 'members'
        ? { keys: replacement.keys, read: replacement.read }
        : { keys: null, read: (index: number) => replacement.items[index] }
    const inner = new Frame({ size, objects, ...source }, frame, key)
    put(frame, key, inner.target)
    return inner
  }

  /** The holes of an array are reported once, at the array. */
  function undefinedKind(frame: Frame, key: string | number): SerialisationKind | undefined {
    if (!isHole(frame.objects.at(-1), key)) return 'undefined-null'
    if (!frame.hasHoles) report(frame, null, 'hole')
    frame.hasHoles = true
    return undefined
  }

  function put(
    frame: Frame,
    key: string | number,
    json: JsonValue,
    kind?: SerialisationKind,
  ): Frame {
    if (kind !== undefined) report(frame, key, kind)
    if (Array.isArray(frame.target)) frame.target.push(json)
    else setMember(frame.target, String(key), json)
    return frame
  }

  function cleanKey(frame: Frame, key: string): string {
    const { text, kinds } = cleanText(key, options.stripTerminalCodes)
    if (kinds.length === 0) return key
    frame.taken ??= new Set(frame.keys)
    let unique = text
    while (frame.taken.has(unique)) unique = `${text}\uFFFD${++frame.collisions}`
    frame.taken.add(unique)
    for (const kind of kinds) report(frame, unique, kind)
    if (unique !== text) report(frame, unique, 'key-collision')
    return unique
  }

  function report(frame: Frame, key: string | number | null, kind: SerialisationKind): void {
    if (changes.length >= MAX_CHANGES) {
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

function pointerTo(frame: Frame, key: string | number | null): string {
  const tokens: string[] = []
  if (key !== null && frame.depth >= 0) tokens.push(toPart(String(key)))
  for (let at: Frame | null = frame; at !== null && at.depth > 0; at = at.parent) {
    tokens.push(toPart(String(at.at)))
  }
  return tokens.length === 0 ? '' : `/${tokens.reverse().join('/')}`
}

/* oxlint-disable no-control-regex -- control characters are what this file is about */

const REPLACEMENT = `\uFFFD`
const SUSPECT = /[\0\uD800-\uDFFF]/
const SUSPECT_ON_TERMINALS = /[\0\r\u001B\u009B\uD800-\uDFFF]/
const NUL = /\0/g

// Every alternative starts at an escape, and the last ones match the escape alone. So one pass removes
// them all, and the pieces of a broken sequence cannot form a new one.
const TERMINAL_CODES = new RegExp(
  [
    '\\u001B\\][^\\u0007\\u001B\\u009C]*(?:\\u0007|\\u001B\\\\|\\u009C)', // OSC: titles, links
    '\\u001B[PX^_][^\\u001B\\u009C]*(?:\\u001B\\\\|\\u009C)', // DCS, SOS, PM, APC
    '(?:\\u001B\\[|\\u009B)[0-?]*[ -/]*[@-~]', // CSI: colours, cursor
    '\\u001B[ -/]*[0-~]', // two-character escapes, and the head of a sequence that never ends
    '[\\u001B\\u009B\\r]',
  ].join('|'),
  'g',
)

/** Replaces NUL and lone surrogates (REQ-F-016), and removes terminal codes on request. */
export function cleanText(text: string, forTerminals: boolean) {
  if (!(forTerminals ? SUSPECT_ON_TERMINALS : SUSPECT).test(text)) return { text, kinds: [] }
  const kinds: SerialisationKind[] = []
  let result = text
  const apply = (kind: SerialisationKind, next: string) => {
    if (next !== result) kinds.push(kind)
    result = next
  }
  if (forTerminals) apply('terminal-codes', stripTerminalCodes(result))
  apply('nul', result.replaceAll(NUL, REPLACEMENT))
  apply('lone-surrogate', result.toWellFormed())
  return { text: result, kinds }
}

/**
 * Removes escape sequences (colours, cursor movement, titles, links) and carriage returns from a text
 * (REQ-F-007). No character that starts a sequence is left.
 */
export function stripTerminalCodes(text: string): string {
  return text.replaceAll(TERMINAL_CODES, '')
}
