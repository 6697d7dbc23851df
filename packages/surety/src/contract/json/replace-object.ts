import withoutContent from './without-content.json' with { type: 'json' }
import type { SerialisationKind } from './rules.ts'

/** What an object is replaced with, one level deep. */
export type Replacement =
  | { readonly as: 'value'; readonly value: unknown; readonly kind: SerialisationKind }
  | {
      readonly as: 'members'
      readonly keys: readonly string[]
      /** Reads a member by the index of its key; throws if a getter does. */
      readonly read: (index: number) => unknown
      readonly kind: SerialisationKind | null
    }
  | {
      readonly as: 'items'
      readonly items: readonly unknown[]
      readonly kind: SerialisationKind | null
    }

/** Decides what an object becomes by what it can do: it may be of another realm, or fake its tag. Throws if it does. */
export function replaceObject(value: object, callsToJson: boolean): Replacement {
  const viaToJson = () => (callsToJson ? callToJson(value) : null)
  if (Array.isArray(value)) return viaToJson() ?? asItems(value, null)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) {
    return viaToJson() ?? (hidesItems(value) ? HIDDEN : ownMembers(value, null))
  }
  return replaceBuiltin(value) ?? viaToJson() ?? ownMembers(value, 'instance')
}

/** Says that a toJSON threw; other errors mean that the object cannot be read. */
export class ToJsonThrew extends Error {}

// The toJSON of dates, bytes and errors is not called: a buffer's is ten times its size, and an error's
// often includes the stack and the credentials of the failed request.
function replaceBuiltin(value: object): Replacement | null {
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1)
  const replace = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined
  if (replace) {
    try {
      return replace(value as never)
    } catch {
      // A value with a faked tag fails the real operation and is then treated as a plain object.
      return null
    }
  }
  if (name === 'Error' || value instanceof Error) return errorMembers(value as Error)
  const bytes = bytesOf(value, name)
  if (bytes) return binaryMembers(bytes)
  if (ArrayBuffer.isView(value))
    return asItems(Array.from(value as unknown as ArrayLike<unknown>), 'number-array')
  const isBare = WITHOUT_CONTENT.has(name) || name.startsWith('Intl.')
  return isBare || hidesItems(value) ? HIDDEN : null
}

const unboxed = (kind: { readonly prototype: object }) => (value: object) =>
  asValue(kind.prototype.valueOf.call(value), 'boxed')
const entries = (value: Headers) => mapMembers([...value.entries()])

/** What replaces the objects of a built-in kind, by the tag of the kind. */
const BUILT_IN: Readonly<Record<string, (value: never) => Replacement>> = {
  Date: dateText,
  Map: (value: Map<unknown, unknown>) => mapMembers([...Map.prototype.entries.call(value)]),
  Headers: entries,
  URLSearchParams: entries,
  FormData: entries,
  Set: (value: Set<unknown>) => asItems([...Set.prototype.values.call(value)], 'set'),
  RegExp: (value: RegExp) => asValue(RegExp.prototype.toString.call(value), 'regexp'),
  Number: unboxed(Number),
  String: unboxed(String),
  Boolean: unboxed(Boolean),
  BigInt: unboxed(BigInt),
  Symbol: unboxed(Symbol),
}

/** Tests for items that only a loop gives: they may never end, and without them nothing would be left. */
function hidesItems(value: object): boolean {
  if (Symbol.asyncIterator in value) return true
  return Symbol.iterator in value && Object.keys(value).length === 0 && !('toJSON' in value)
}

const WITHOUT_CONTENT: ReadonlySet<string> = new Set(withoutContent)

function asValue(value: unknown, kind: SerialisationKind): Replacement {
  return { as: 'value', value, kind }
}

function asItems(items: readonly unknown[], kind: SerialisationKind | null): Replacement {
  return { as: 'items', items, kind }
}

const HIDDEN = asValue(null, 'unsupported')

function dateText(date: Date): Replacement {
  const time = Date.prototype.getTime.call(date)
  if (Number.isNaN(time)) return asValue(null, 'date-invalid')
  return asValue(new Date(time).toISOString(), 'date')
}

function mapMembers(entries: readonly (readonly [unknown, unknown])[]): Replacement {
  const keys = new Set(entries.map(([key]) => key))
  if (keys.size < entries.length || !entries.every(([key]) => typeof key === 'string'))
    return asItems(entries, 'map')
  return members(entries as readonly (readonly [string, unknown])[], 'map')
}

function errorMembers(error: Error): Replacement {
  // The members of an error need not be strings, whatever the type says.
  const { name, message, code, errors } = error as unknown as Record<string, unknown>
  const entries: (readonly [string, unknown])[] = [
    ['name', String(name)],
    ['message', String(message)],
  ]
  if (typeof code === 'string' || typeof code === 'number') entries.push(['code', code])
  if (Object.hasOwn(error, 'cause')) entries.push(['cause', error.cause])
  if (Array.isArray(errors)) entries.push(['errors', errors])
  return members(entries, 'error')
}

function bytesOf(value: object, name: string): Uint8Array | null {
  if (ArrayBuffer.isView(value)) {
    const narrow = value instanceof DataView || (value as Uint8Array).BYTES_PER_ELEMENT === 1
    return narrow ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null
  }
  if (name !== 'ArrayBuffer' && name !== 'SharedArrayBuffer') return null
  try {
    const kind = name === 'ArrayBuffer' ? ArrayBuffer : SharedArrayBuffer
    return new Uint8Array(Reflect.apply(kind.prototype.slice, value, [0]) as ArrayBuffer)
  } catch {
    // A detached buffer, or an object that only claims to be one.
    return null
  }
}

function binaryMembers(bytes: Uint8Array): Replacement {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return members(
    [
      ['type', 'binary'],
      ['encoding', 'base64'],
      ['value', text],
      ['size_bytes', bytes.byteLength],
    ],
    'binary',
  )
}

function members(
  entries: readonly (readonly [string, unknown])[],
  kind: SerialisationKind,
): Replacement {
  return {
    as: 'members',
    keys: entries.map(([key]) => key),
    read: (index) => entries[index]?.[1],
    kind,
  }
}

function callToJson(value: object): Replacement | null {
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON !== 'function' || isOfEveryObject(toJSON)) return null
  let result: unknown
  try {
    result = Reflect.apply(toJSON, value, [''])
  } catch (cause) {
    throw new ToJsonThrew('toJSON threw', { cause })
  }
  return asValue(result, 'to-json')
}

// A toJSON that a library put on Object.prototype or Array.prototype is not about this value.
function isOfEveryObject(toJSON: unknown): boolean {
  const shared = [Object.prototype, Array.prototype] as readonly { readonly toJSON?: unknown }[]
  return shared.some((prototype) => prototype.toJSON === toJSON)
}

function ownMembers(value: object, kind: SerialisationKind | null): Replacement {
  const keys = Object.keys(value)
  const read = (index: number) => (value as Record<string, unknown>)[keys[index] as string]
  return { as: 'members', keys, read, kind }
}
