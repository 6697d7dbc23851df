import type { DialectTraits } from '../dialect.ts'
import { BUILT_IN, type DialectId } from './built-in.ts'

const NO_TRAITS: DialectTraits = Object.freeze({})
/** The traits of dialects that were added or read from files. */
export const loaded = new Map<string, DialectTraits>()

/** Returns the traits of a dialect without loading it, if it is built in or was loaded before. */
export function traitsOf(id: string): DialectTraits {
  return (isDialectId(id) ? BUILT_IN[id].traits : loaded.get(id)) ?? NO_TRAITS
}

export function isDialectId(id: string): id is DialectId {
  return Object.hasOwn(BUILT_IN, id)
}

/** Returns what writes the successes of a dialect, if that is there without loading anything. */
export function successWriterOf(id: string) {
  return isDialectId(id) ? BUILT_IN[id].success : undefined
}
