import withoutContent from './without-content.json' with { type: 'json' }
import type { SerialisationKind } from './rules.ts'

/** What an object is replaced with, one level deep: itself, if its own items or members are written. */
export interface Replacement {
  readonly kind: SerialisationKind | null
  readonly by: unknown
}

/** Decides what an object becomes by what it can do: it may be of another realm, or fake its tag. Throws if it does. */
export function replaceObject(value: object, callsToJson: boolean): Replacement {
  const prototype: unknown = Array.isArray(value) ? null : Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === null
  const builtin = isPlain ? null : replaceBuiltin(value)
  const said = builtin ?? (callsToJson ? callToJson(value) : null)
  if (said) return said
  if (isPlain && !Array.isArray(value) && hidesItems(value)) return UNSUPPORTED
  return { kind: isPlain ? null : 'instance', by: value }
}

const UNSUPPORTED: Replacement = { kind: 'unsupported', by: null }

// The toJSON of dates, bytes and errors is not called: a buffer's is ten times its size, and an error's
// often includes the stack and the credentials of the failed request.
function replaceBuiltin(value: object): Replacement | null {
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1)
  try {
    if (Object.hasOwn(BUILT_IN, tag)) return BUILT_IN[tag]!(value as never)
    if (Object.hasOwn(BOXES, tag))
      return { kind: 'boxed', by: BOXES[tag]!.prototype.valueOf.call(value) }
  } catch {
    // A value with a faked tag fails the real operation and is then treated as a plain object.
    return null
  }
  if (tag === 'Error' || value instanceof Error) return replaceError(value as Error)
  const bytes = bytesOf(value, tag)
  if (bytes) return replaceBytes(bytes)
  if (ArrayBuffer.isView(value))
    return { kind: 'number-array', by: Array.from(value as unknown as ArrayLike<unknown>) }
  const isBare = withoutContent.includes(tag) || tag.startsWith('Intl.')
  return isBare || hidesItems(value) ? UNSUPPORTED : null
}

const pairs = (value: Headers) => replaceMap([...value.entries()])

/** What replaces the objects of a built-in kind, by the tag of the kind. */
const BUILT_IN: Readonly<Record<string, (value: never) => Replacement>> = {
  Date: (date: Date) => {
    const time = Date.prototype.getTime.call(date)
    if (Number.isNaN(time)) return { kind: 'date-invalid', by: null }
    return { kind: 'date', by: new Date(time).toISOString() }
  },
  Map: (value: Map<unknown, unknown>) => replaceMap([...Map.prototype.entries.call(value)]),
  Headers: pairs,
  URLSearchParams: pairs,
  FormData: pairs,
  Set: (value: Set<unknown>) => ({ kind: 'set', by: [...Set.prototype.values.call(value)] }),
  RegExp: (value: RegExp) => ({ kind: 'regexp', by: RegExp.prototype.toString.call(value) }),
}

/** The classes whose objects hold a scalar. */
const BOXES: Readonly<Record<string, { readonly prototype: object }>> = {
  Number,
  String,
  Boolean,
  BigInt,
  Symbol,
}

/** Tests for items that only a loop gives: they may never end, and without them nothing would be left. */
function hidesItems(value: object): boolean {
  if (Symbol.asyncIterator in value) return true
  return Symbol.iterator in value && Object.keys(value).length === 0 && !('toJSON' in value)
}

function replaceMap(entries: readonly (readonly [unknown, unknown])[]): Replacement {
  const keys = new Set(entries.map(([key]) => key))
  const isNamed = keys.size === entries.length && entries.every(([key]) => typeof key === 'string')
  return { kind: 'map', by: isNamed ? bare(entries as [string, unknown][]) : entries }
}

function replaceError(error: Error): Replacement {
  // The members of an error need not be strings, whatever the type says.
  const { name, message, code, errors } = error as unknown as Record<string, unknown>
  const hasCode = typeof code === 'string' || typeof code === 'number'
  const facts = {
    name: String(name),
    message: String(message),
    ...(hasCode && { code }),
    ...(Object.hasOwn(error, 'cause') && { cause: error.cause }),
    ...(Array.isArray(errors) && { errors: errors as unknown[] }),
  }
  return { kind: 'error', by: bare(Object.entries(facts)) }
}

function bytesOf(value: object, tag: string): Uint8Array | null {
  if (ArrayBuffer.isView(value)) {
    const isNarrow = value instanceof DataView || (value as Uint8Array).BYTES_PER_ELEMENT === 1
    return isNarrow ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null
  }
  if (tag !== 'ArrayBuffer' && tag !== 'SharedArrayBuffer') return null
  try {
    const kind = tag === 'ArrayBuffer' ? ArrayBuffer : SharedArrayBuffer
    return new Uint8Array(Reflect.apply(kind.prototype.slice, value, [0]) as ArrayBuffer)
  } catch {
    // A detached buffer, or an object that only claims to be one.
    return null
  }
}

function replaceBytes({ buffer, byteOffset, byteLength }: Uint8Array): Replacement {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  const facts = { type: 'binary', encoding: 'base64', value: text, size_bytes: byteLength }
  return { kind: 'binary', by: facts }
}

/** Makes an object that inherits nothing, so that a member named `toJSON` is data. */
function bare(entries: readonly (readonly [string, unknown])[]): object {
  return Object.setPrototypeOf(Object.fromEntries(entries), null) as object
}

function callToJson(value: object): Replacement | null {
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON !== 'function' || isOfEveryObject(toJSON)) return null
  try {
    return { kind: 'to-json', by: Reflect.apply(toJSON, value, ['']) as unknown }
  } catch {
    return { kind: 'to-json-threw', by: null }
  }
}

// A toJSON that a library put on Object.prototype or Array.prototype is not about this value.
function isOfEveryObject(toJSON: unknown): boolean {
  const shared = [Object.prototype, Array.prototype] as readonly { readonly toJSON?: unknown }[]
  return shared.some((prototype) => prototype.toJSON === toJSON)
}
