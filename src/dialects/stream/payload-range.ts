import type { Arena } from './arena.ts'
import type { PayloadSource } from './payload-place.ts'
import { scanText, skipSpace } from './scan-value.ts'

/** Where the payload of a line is; both indices are -1 when the line cannot be cut. */
export interface PayloadRange {
  readonly start: number
  readonly end: number
}

/**
 * Finds the payload in the line from `from` to the line feed at `to`, checking the whole line on
 * the way: the value of one member or, where members stand beside those of the envelope, all from
 * the quote of the first to the end of the last. Refuses what a careful reader has to look at
 * instead: broken JSON, no or several such members, members apart, names with escapes, anything
 * behind the object.
 */
export function findPayload(
  arena: Arena,
  from: number,
  to: number,
  source: PayloadSource,
): PayloadRange {
  const { bytes } = arena
  if (source.is === 'all') {
    const end = arena.scan(from)
    return end >= 0 && skipSpace(bytes, end) === to ? { start: from, end } : NOTHING
  }
  const members = topMembers(arena, from, to)
  if (!members) return NOTHING
  const own = members.filter(({ name }) => isPayload(name, source))
  const [first] = own
  if (!first) return NOTHING
  if (own.length === 1 && first.name === source.member)
    return { start: first.start, end: first.end }
  if (source.is === 'in') return NOTHING
  const at = members.indexOf(first)
  const last = members[at + own.length - 1]
  if (!last || last !== own.at(-1)) return NOTHING
  return { start: first.quote, end: last.end }
}

const NOTHING: PayloadRange = { start: -1, end: -1 }

function isPayload(name: string, { is, member, names }: PayloadSource): boolean {
  return is === 'in' ? name === member : names.get(name) !== 4
}

interface Member {
  readonly name: string
  readonly quote: number
  /** Of the value. */
  readonly start: number
  readonly end: number
}

function topMembers(arena: Arena, from: number, to: number): readonly Member[] | undefined {
  const { bytes, scan } = arena
  const members: Member[] = []
  let i = skipSpace(bytes, from)
  if (bytes[i] !== OPEN) return undefined
  for (;;) {
    i = skipSpace(bytes, i + 1)
    if (bytes[i] !== QUOTE) return undefined
    const quote = i
    i = scanText(bytes, quote + 1)
    if (i < 0 || bytes.subarray(quote, i).includes(BACKSLASH)) return undefined
    const name = bytes.toString('utf8', quote + 1, i - 1)
    i = skipSpace(bytes, i)
    if (bytes[i] !== COLON) return undefined
    const start = skipSpace(bytes, i + 1)
    i = scan(start)
    if (i < 0) return undefined
    members.push({ name, quote, start, end: i })
    i = skipSpace(bytes, i)
    if (bytes[i] === CLOSE) break
    if (bytes[i] !== COMMA) return undefined
  }
  return skipSpace(bytes, i + 1) === to ? members : undefined
}

const OPEN = 0x7b
const CLOSE = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
