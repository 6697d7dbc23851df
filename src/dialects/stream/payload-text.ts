import type { JsonValue } from '../../contract/index.ts'
import { RESERVED } from '../ledger.ts'
import { topMembers } from './member-text.ts'
import type { PayloadSource } from './payload-place.ts'

/** Cuts the text of the payload out of a line of valid JSON, if what was read is what stands there. */
export function payloadText(
  line: string,
  source: PayloadSource,
  data: JsonValue,
): string | undefined {
  const raw = findText(line, source)
  if (raw === undefined) return undefined
  // What was stowed can put other data in the place of the payload, and escapes can hide its name.
  if (source.is === 'in' && !line.includes(RESERVED) && !line.includes('\\u')) return raw
  return JSON.stringify(JSON.parse(raw)) === JSON.stringify(data) ? raw : undefined
}

function findText(line: string, { is, member, names }: PayloadSource): string | undefined {
  if (is === 'all') return line.replace(/^[ \t\r]+|[ \t\r]+$/g, '')
  const members = topMembers(line)
  if (!members) return undefined
  const value = members.findLast(({ name }) => name === member)
  if (is === 'in') return value && line.slice(value.start, value.end)
  const own = members.filter(({ name }) => names.get(name) !== 4)
  const [first] = own
  if (!first) return undefined
  if (own.length === 1 && first === value) return line.slice(first.start, first.end)
  const last = members[members.indexOf(first) + own.length - 1]
  return last && last === own.at(-1) ? `{${line.slice(first.quote, last.end)}}` : undefined
}
