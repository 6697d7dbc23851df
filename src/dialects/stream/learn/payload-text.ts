import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import type { ReadPlaces } from '../../places.ts'
import type { ParsedLine } from '../../read/parsed-line.ts'
import type { MemberText } from '../../json/member-spans.ts'

/**
 * Cuts the text of the payload out of a line of valid JSON, if the data that was read consists of the
 * very values of the line's document. Members that are apart are joined, each as it was written.
 */
export function payloadText(
  capture: ParsedLine,
  document: JsonValue,
  { is, member }: ReadPlaces,
  data: JsonValue,
): string | undefined {
  const line = capture.stdout
  if (is === 'all' && data === document) return line.replace(/^[ \t\r]+|[ \t\r]+$/g, '')
  if (!isJsonObject(document)) return undefined
  if (is !== 'in' && holdsInOrder(document, data)) {
    return `{${runsOf(line, capture.members, data).join(',')}}`
  }
  if (!Object.hasOwn(document, member) || document[member] !== data) return undefined
  const found = capture.members.findLast(({ name }) => name === member)
  return found && line.slice(found.start, found.end)
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

/** Lists the payload's members as they are written, neighbours together. */
function runsOf(line: string, members: readonly MemberText[], data: JsonObject): readonly string[] {
  const runs: string[] = []
  let first: MemberText | undefined
  for (const [n, member] of members.entries()) {
    if (!Object.hasOwn(data, member.name)) continue
    first ??= member
    const next = members[n + 1]
    if (next && Object.hasOwn(data, next.name)) continue
    runs.push(line.slice(first.quote, member.end))
    first = undefined
  }
  return runs
}
