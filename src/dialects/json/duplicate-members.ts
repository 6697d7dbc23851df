import type { JsonObject } from '../../contract/index.ts'
import { topMembers, type MemberText } from './member-spans.ts'

/** A member name that a document has more than once, with the sources of its values. */
export interface DuplicateMember {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Finds members of the outermost object that are there more than once. A parser keeps the last and
 * says nothing. Documents in which none of the names repeats anywhere are not looked at further.
 */
export function duplicateMembers(
  text: string,
  names: readonly string[],
): readonly DuplicateMember[] {
  if (!text.includes('\\u00') && !names.some((name) => isRepeated(text, `"${name}"`))) return []
  const seen = new Map<string, string[]>()
  for (const { name, start, end } of topMembers(text) ?? []) {
    const value = text.slice(start, end)
    const values = seen.get(name)
    if (values) values.push(value)
    else seen.set(name, [value])
  }
  return [...seen]
    .filter(([name, values]) => values.length > 1 && names.includes(name))
    .map(([name, values]) => ({ name, values }))
}

/**
 * Tells that neither a document nor its error has a member twice: the source has as many as the
 * parser kept. False also where that takes a closer look.
 */
export function hasEachMemberOnce(
  text: string,
  members: readonly MemberText[],
  document: JsonObject,
): boolean {
  if (members.length !== Object.keys(document).length) return false
  const { error } = document
  if (typeof error !== 'object' || error === null) return true
  const source = members.find(({ name }) => name === 'error')
  const inError = source && topMembers(text.slice(source.start, source.end))
  return inError?.length === Object.keys(error).length
}

/** Finds such members of an object that is itself a member of the outermost one; the last such counts. */
export function duplicateMembersIn(
  text: string,
  member: string,
  names: readonly string[],
): readonly DuplicateMember[] {
  if (!text.includes('\\u00') && !names.some((name) => isRepeated(text, `"${name}"`))) return []
  const source = topMembers(text)?.findLast(({ name }) => name === member)
  return source ? duplicateMembers(text.slice(source.start, source.end), names) : []
}

function isRepeated(text: string, quoted: string): boolean {
  const first = text.indexOf(quoted)
  return first >= 0 && text.indexOf(quoted, first + quoted.length) >= 0
}
