import type { JsonObject } from '../../contract/index.ts'
import { topMembers, type MemberText } from './member-spans.ts'

/** A member that appears more than once, with the source texts of its values. */
export interface DuplicateMember {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Finds members of the outermost object that appear more than once; a parser silently keeps the last.
 * A document in which no name repeats anywhere needs no closer look.
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
 * Quickly tests that neither a document nor its error has a member twice: the source has as many
 * members as the parser kept. Also false if that takes a closer look.
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

/** Does the same for an object that is a member of the outermost one; the last such member counts. */
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
