import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { MemberText } from '../json/json-extent.ts'
import type { OpenCapture } from '../read/open-capture.ts'
import { RESERVED } from '../write/loss-ledger.ts'

/** The text of a payload as it is written in a line, and the pieces of the line without it. */
export interface PayloadText {
  readonly text: string
  readonly rest: readonly string[]
}

/**
 * Cuts the payload out of a line if it consists of the very values of the line's document: the document
 * as a whole, one of its members, or several members. Members that are apart are joined.
 */
export function cutPayload(
  source: string,
  capture: OpenCapture,
  document: JsonValue,
  data: JsonValue,
): PayloadText | undefined {
  if (data === null || typeof data === 'boolean') return undefined
  if (data === document) return { text: source.trim(), rest: [] }
  if (!isJsonObject(document)) return undefined
  const members = capture.membersOf(source)
  const holder = holderOf(document, data)
  if (holder !== undefined) {
    const found = members.findLast(({ name }) => name === holder)
    if (!found) return undefined
    return {
      text: source.slice(found.start, found.end),
      rest: [source.slice(0, found.start), source.slice(found.end)],
    }
  }
  return holdsInOrder(document, data) ? cutMembers(source, members, data) : undefined
}

/** Writes a document compactly, with its payload as `text` instead of as it would be written anew. */
export function writeWithPayload(
  document: JsonValue | undefined,
  data: JsonValue,
  text: string,
): string | undefined {
  if (document === data) return text
  if (!isJsonObject(document)) return undefined
  const holder = holderOf(document, data)
  if (holder === undefined && !holdsInOrder(document, data)) return undefined
  const payload = holder === undefined ? text.slice(1, -1) : `${quoted(holder)}:${text}`
  // JavaScript puts numeric names first, so the payload stands where its first other name does.
  const first = holder ?? Object.keys(data as JsonObject).find((name) => !/^\d+$/.test(name))
  let members = ''
  let isPlaced = false
  for (const name of Object.keys(document)) {
    if (!isPlaced && name === (first ?? RESERVED)) {
      members += `,${payload}`
      isPlaced = true
    }
    const isPayload =
      holder === undefined ? Object.hasOwn(data as JsonObject, name) : name === holder
    const value = document[name]
    if (!isPayload && value !== undefined) members += `,${quoted(name)}:${JSON.stringify(value)}`
  }
  if (!isPlaced) members += `,${payload}`
  return `{${members.slice(1)}}`
}

/** Writes a name as JSON; nearly all need no escapes. */
function quoted(name: string): string {
  return /^\w+$/.test(name) ? `"${name}"` : JSON.stringify(name)
}

/** Returns the name of the member that holds the payload; equal numbers and texts elsewhere leave it open. */
function holderOf(document: JsonObject, data: JsonValue): string | undefined {
  if (Object.hasOwn(document, 'data') && document['data'] === data) return 'data'
  const names = Object.keys(document).filter((name) => document[name] === data)
  return names.length === 1 ? names[0] : undefined
}

/** Tests whether the members of data are members of the document, unchanged and in order. */
function holdsInOrder(document: JsonObject, data: JsonValue): data is JsonObject {
  if (!isJsonObject(data)) return false
  const names = Object.keys(data)
  let n = 0
  for (const name of Object.keys(document)) {
    if (name === names[n] && document[name] === data[name]) n += 1
  }
  return n === names.length && n > 0
}

/** Joins the payload's members as they are written, neighbours with what is between them. */
function cutMembers(line: string, members: readonly MemberText[], data: JsonObject): PayloadText {
  const runs: string[] = []
  const rest: string[] = []
  let first: MemberText | undefined
  for (const [n, member] of members.entries()) {
    if (!Object.hasOwn(data, member.name)) {
      rest.push(line.slice(member.quote, member.end))
      continue
    }
    first ??= member
    const next = members[n + 1]
    if (next && Object.hasOwn(data, next.name)) continue
    runs.push(line.slice(first.quote, member.end))
    first = undefined
  }
  return { text: `{${runs.join(',')}}`, rest }
}
