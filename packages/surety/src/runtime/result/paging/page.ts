import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { PageFacts } from '../../run/ending/run-end.ts'
import type { CursorState } from '../../run/parsed-input.ts'
import { withOptions } from '../../run/reissued-command-line.ts'
import { writeCursor } from './cursor.ts'
import type { CutValue, Position } from './cut-size.ts'

/** The five pagination members of every list answer. */
export interface Pagination extends JsonObject {
  readonly total: number | null
  readonly returned: number
  readonly truncated: boolean
  readonly has_more: boolean
  readonly next_cursor: string | null
}

export interface CutPage {
  readonly items: readonly JsonValue[]
  readonly pagination: Pagination
  /** `pagination`, and the same facts under the names that the envelope defines. */
  readonly meta: JsonObject
  /** The place of the first item among those at hand. */
  readonly start: number
}

/** Takes a page of at most so many items, or fewer for an answer over the size limit. */
export function cutPage(facts: PageFacts, most = facts.limit || Number.POSITIVE_INFINITY): CutPage {
  const { items, from, backend, binding, expires } = facts
  const position = from?.position
  // A command without a backend page returns all items, and positions are offsets into them.
  const start = backend ? (from?.skip ?? 0) : typeof position === 'number' ? position : 0
  const end = Math.max(start, Math.min(start + most, items.length))
  const page = items.slice(start, end)
  const rest = backend?.next ?? null
  // The items that are left of a page of the backend come before its next page.
  const next = end < items.length ? placeIn(facts, end) : rest === null ? null : { position: rest }
  const cursor = next && writeCursor({ ...next, expires }, binding)
  const { total: own = items.length } = facts
  const total = backend ? backend.total : own
  const isCut = cursor !== null
  const pagination: Pagination = {
    total,
    returned: page.length,
    truncated: isCut,
    has_more: isCut,
    next_cursor: cursor,
  }
  const meta: JsonObject = {
    pagination,
    page_size: facts.limit,
    ...(total !== null && { total }),
    truncated: isCut,
    ...(isCut && { cursor }),
  }
  return { items: page, pagination, meta, start }
}

/** Leads to an item: an offset, or the same page of the backend again without the items before it. */
function placeIn({ from, backend }: PageFacts, at: number): CursorState {
  if (!backend) return { position: at }
  return { position: from?.position ?? null, ...(at > 0 && { skip: at }) }
}

/** A command line that is longer in JSON than this gives no hint. */
const MAX_HINT_LENGTH = 4096

/** How the rest of an answer is reached. */
export interface WayOn {
  readonly meta: JsonObject
  readonly hint: string | null
  readonly total?: number | null
  /** Says that there is no way. */
  readonly warning?: string
}

/** What a hint repeats: the words of this call, and the variable that lifts the limit. */
export interface Invocation {
  readonly words: readonly string[]
  readonly variable: string
}

/** Leads on by a cursor, which makes the page again; `from` is the place in it where this answer starts. */
export function wayByCursor(
  facts: PageFacts,
  next: Position | null,
  { words, variable }: Invocation,
  from: Position = [],
): WayOn {
  if (next === null) return { meta: {}, hint: quoteWords(['env', `${variable}=0`, ...words]) }
  const [first = 0] = next
  const isBetween = next.length === 1
  const { items, start } = cutPage(facts)
  // The answer may end inside of an item, with which the next one begins.
  const { meta, pagination } = cutPage(facts, Math.min(isBetween ? first : first + 1, items.length))
  const inside = { ...placeIn(facts, start), path: next, expires: facts.expires }
  const cursor = isBetween ? pagination.next_cursor! : writeCursor(inside, facts.binding)
  const limit = isBetween ? Math.max(1, first - (from[0] ?? 0)) : first + 1
  return {
    meta: {
      ...meta,
      pagination: { ...pagination, truncated: true, has_more: true, next_cursor: cursor },
      cursor,
    },
    hint: quoteWords(withOptions(words, ['--limit', String(limit), '--cursor', cursor])),
    total: isBetween ? pagination.total : null,
  }
}

/** Says in `meta` what was cut and how to get the rest, and in a warning what nothing leads to. */
export function describeCut(
  { tooLarge, leftOut, leftOutCount, total, returned }: CutValue,
  way: WayOn,
  variable: string,
  { count, isKept }: { readonly count: number | undefined; readonly isKept: boolean },
): { readonly meta: JsonObject; readonly warnings: readonly string[] } {
  const { hint } = way
  const meta: JsonObject = {
    ...way.meta,
    truncated: true,
    total_count: way.total ?? count ?? total,
    returned_count: returned,
    ...(hint !== null && hint.length <= MAX_HINT_LENGTH && { truncation_hint: hint }),
    ...(leftOutCount > 0 && { left_out: leftOut, left_out_count: leftOutCount }),
  }
  const warnings = way.warning === undefined ? [] : [way.warning]
  if (tooLarge === 0) return { meta, warnings }
  const what = tooLarge === 1 ? '1 value is' : `${tooLarge} values are`
  const names = leftOut.slice(0, 3).join(', ')
  // The command must not run again for them.
  const advice = isKept
    ? `All of it: ${hint ?? 'lost'}`
    : `Set ${variable} to a higher limit, or to 0 for none.`
  const more = tooLarge > 3 ? `, \u2026` : ''
  const text = `${what} too large for the answer and left out (${names}${more}). ${advice}`
  return { meta, warnings: [text, ...warnings] }
}
