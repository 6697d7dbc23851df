import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import { ownMember, setMember } from '../../../internal/json/json-members.ts'
import { fromPointer } from '../../../internal/json/json-pointer.ts'

/** A place as its parts. */
export type Parts = readonly string[]

/** Splits a place: a pointer starts with a slash, everything else is dotted, empty is the root. */
export function toParts(place: string): Parts {
  if (place === '') return []
  return place.startsWith('/') ? fromPointer(place) : place.split('.')
}

/** Returns what is wrong with a place; undefined if nothing is. */
export function placeProblem(place: string): string | undefined {
  if (place.startsWith('/')) {
    return /~(?![01])/.test(place) ? 'a tilde in a JSON pointer is written ~0' : undefined
  }
  if (place.includes('/')) return 'a JSON pointer starts with a slash'
  return place.split('.').some((part) => part === '')
    ? 'a dotted path has an empty part'
    : undefined
}

/** Reads the value at a place; undefined if there is none. */
export function valueAt(document: JsonValue, parts: Parts): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const part of parts) {
    if (!isJsonObject(value)) return undefined
    value = ownMember(value, part) as JsonValue | undefined
  }
  return value
}

/** Writes a value at a place and creates the objects on the way; false if something else is in the way. */
export function setAt(document: Record<string, unknown>, parts: Parts, value: unknown): boolean {
  let object = document
  for (const part of parts.slice(0, -1)) {
    const next = ownMember(object, part)
    if (next === undefined || next === null) {
      const made = {}
      setMember(object, part, made)
      object = made
    } else if (isJsonObject(next)) object = next
    else return false
  }
  setMember(object, parts.at(-1)!, value)
  return true
}

/** Tests whether the outer place is the inner one or contains it. */
export function contains(outer: Parts, inner: Parts): boolean {
  return outer.length <= inner.length && outer.every((part, index) => inner[index] === part)
}
