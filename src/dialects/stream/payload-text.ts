import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { RESERVED } from '../ledger.ts'
import { topMembers, type MemberText } from './member-text.ts'
import type { PayloadSource } from './payload-place.ts'

/**
 * Cuts the text of the payload out of a line of valid JSON, if what was read is what stands there.
 * Members that stand apart are put side by side, each as it was written.
 */
export function payloadText(
  line: string,
  { is, member }: PayloadSource,
  data: JsonValue,
): string | undefined {
  const whole = is === 'all' ? line.replace(/^[ \t\r]+|[ \t\r]+$/g, '') : undefined
  const members = topMembers(line)
  const found = members?.findLast(({ name }) => name === member)
  const value = found && line.slice(found.start, found.end)
  // What was stowed can put other data in the place of the payload, and escapes can hide its name.
  if (is === 'in' && !line.includes(RESERVED) && !line.includes('\\u')) return value
  const written = JSON.stringify(data)
  const beside = is === 'in' || !members ? undefined : besideText(line, members, data)
  return [whole, beside, value].find(
    (text) => text !== undefined && JSON.stringify(JSON.parse(text)) === written,
  )
}

/** Puts the members together that are also those of the payload, in runs as they stand. */
function besideText(
  line: string,
  members: readonly MemberText[],
  data: JsonValue,
): string | undefined {
  if (!isJsonObject(data)) return undefined
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
  return `{${runs.join(',')}}`
}
