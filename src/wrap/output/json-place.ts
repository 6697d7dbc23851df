import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { ownMember } from '../../internal/json/json-members.ts'
import { fromPointer } from '../../internal/json/json-pointer.ts'

/** Returns what is wrong with a place; undefined if nothing is. */
export function placeProblem(place: string): string | undefined {
  if (place.startsWith('/'))
    return /~(?![01])/.test(place) ? 'a tilde in a JSON pointer is written ~0' : undefined
  if (place.includes('/')) return 'a JSON pointer starts with a slash'
  return place.split('.').includes('') ? 'a dotted path has an empty part' : undefined
}

/** Reads the value at a place; `*` is every item, and what has no value there is left out. */
export function pick(value: JsonValue, place: string): JsonValue | undefined {
  return pickParts(value, place.startsWith('/') ? fromPointer(place) : place.split('.'))
}

function pickParts(value: JsonValue, parts: readonly string[]): JsonValue | undefined {
  const [part, ...rest] = parts
  if (part === undefined) return value
  if (part === '*') {
    if (typeof value !== 'object' || value === null) return undefined
    return Object.values(value).flatMap((item) => {
      const found = pickParts(item, rest)
      return found === undefined ? [] : [found]
    })
  }
  let next: JsonValue | undefined
  if (Array.isArray(value))
    next = /^\d+$/.test(part) ? (value[Number(part)] as JsonValue) : undefined
  else if (isJsonObject(value)) next = ownMember(value, part) as JsonValue | undefined
  return next === undefined ? undefined : pickParts(next, rest)
}
