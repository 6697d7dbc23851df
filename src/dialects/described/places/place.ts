import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import type { Parts } from '../../../description/index.ts'
import { ownMember, setMember } from '../../../internal/json/json-members.ts'

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
