import { pointerOf, type Problems } from './contract-problem.ts'

/** An object of unknown members. */
export type Members = Readonly<Record<string, unknown>>

/** Tests for an object that is neither an array nor null. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Checks that a member is an object, and returns it. */
export function checkObject(value: unknown, pointer: string, problems: Problems): value is Members {
  if (isMembers(value)) return true
  problems.wrongType(pointer, 'an object', value)
  return false
}

/** Checks that all required members are there; undefined counts as absent. */
export function checkRequired(
  value: Members,
  keys: readonly string[],
  parent: string,
  problems: Problems,
): void {
  for (const key of keys) if (value[key] === undefined) problems.missing(parent, key)
}

/** Checks that a closed object has no other members. */
export function checkKnown(
  value: Members,
  keys: readonly string[],
  parent: string,
  problems: Problems,
): void {
  for (const key of Object.keys(value)) {
    if (!keys.includes(key) && value[key] !== undefined) problems.unknown(parent, key)
  }
}

/** Checks an optional text. */
export function checkText(value: Members, key: string, parent: string, problems: Problems): void {
  const member = value[key]
  if (member === undefined || typeof member === 'string') return
  problems.wrongType(pointerOf(parent, key), 'a string', member)
}

/** Checks an optional boolean. */
export function checkFlag(value: Members, key: string, parent: string, problems: Problems): void {
  const member = value[key]
  if (member === undefined || typeof member === 'boolean') return
  problems.wrongType(pointerOf(parent, key), 'a boolean', member)
}

/** Checks an optional whole number that is not negative. */
export function checkCount(value: Members, key: string, parent: string, problems: Problems): void {
  const member = value[key]
  if (member === undefined) return
  const pointer = pointerOf(parent, key)
  if (!Number.isInteger(member)) problems.wrongType(pointer, 'an integer', member)
  else if ((member as number) < 0) problems.add(pointer, 'OUT_OF_RANGE', 'must not be negative')
}

/** Checks an optional member of a fixed set. */
export function checkWord(
  value: Members,
  key: string,
  allowed: readonly string[],
  parent: string,
  problems: Problems,
): void {
  const member = value[key]
  if (member === undefined) return
  const pointer = pointerOf(parent, key)
  if (typeof member !== 'string') problems.wrongType(pointer, 'a string', member)
  else if (!allowed.includes(member)) problems.notAllowed(pointer, allowed)
}

/** Checks an optional version number such as `1.0`. */
export function checkVersion(
  value: Members,
  key: string,
  parent: string,
  problems: Problems,
): void {
  const member = value[key]
  if (member === undefined) return
  const pointer = pointerOf(parent, key)
  if (typeof member !== 'string') problems.wrongType(pointer, 'a string', member)
  else if (!VERSION.test(member)) problems.add(pointer, 'PATTERN_MISMATCH', 'must look like 1.0')
}

const VERSION = /^\d+\.\d+$/

/** Checks an optional list of texts. */
export function checkTexts(value: Members, key: string, parent: string, problems: Problems): void {
  const member = value[key]
  if (member === undefined) return
  const pointer = pointerOf(parent, key)
  if (!Array.isArray(member)) {
    problems.wrongType(pointer, 'an array', member)
    return
  }
  for (let index = 0; index < member.length; index++) {
    if (typeof member[index] === 'string') continue
    problems.wrongType(pointerOf(pointer, index), 'a string', member[index])
  }
}
