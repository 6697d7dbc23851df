import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { writeCursor } from './cursor.ts'
import type { CursorState } from '../../run/parsed-input.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { withOptions } from '../../run/reissued-command-line.ts'
import { cutToBytes, type CutValue, type JsonSizes, type Position } from './cut-size.ts'

export interface PageFacts {
  /** The items that the command returned: all of them, or one page of its backend. */
  readonly items: readonly JsonValue[]
  /** The most items to return; 0 for all. */
  readonly limit: number
  /** The state from the caller's cursor; null on the first page. */
  readonly from: CursorState | null
  /** Set if the backend cut the page; `next` is the start of the next page, null on the last one. */
  readonly backend?: { readonly next: string | number | null; readonly total: number | null }
  /** The query that the cursor is valid for. */
  readonly binding: string
  /** When the cursor expires, in milliseconds since the epoch. */
  readonly expires?: number
  /** The number of items if it differs from those at hand; null if it is unknown. */
  readonly total?: number | null | undefined
}

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
  /** The cursor state that returns this same page again. */
  readonly restart: CursorState
  /** Makes the page shorter, for an answer over the size limit. */
  readonly shorten: (returned: number) => CutPage
}

export function cutPage(facts: PageFacts): CutPage {
  const { items, limit, from, backend } = facts
  const position = from?.position ?? null
  // A command without a backend page returns all items, and positions are offsets into them.
  const start = backend ? (from?.skip ?? 0) : typeof position === 'number' ? position : 0
  const end = limit > 0 ? Math.min(start + limit, items.length) : items.length
  return describePage(facts, start, Math.max(start, end))
}

function describePage(facts: PageFacts, start: number, end: number): CutPage {
  const { items, from, backend, binding, limit } = facts
  const page = items.slice(start, end)
  const next = nextState(facts, end)
  const expires = facts.expires === undefined ? {} : { expires: facts.expires }
  const cursor = next === null ? null : writeCursor({ ...next, ...expires }, binding)
  const own = facts.total === undefined ? items.length : facts.total
  const total = backend ? backend.total : own
  const pagination: Pagination = {
    total,
    returned: page.length,
    truncated: cursor !== null,
    has_more: cursor !== null,
    next_cursor: cursor,
  }
  const meta: JsonObject = {
    pagination,
    page_size: limit,
    ...(total !== null && { total }),
    truncated: cursor !== null,
    ...(cursor !== null && { cursor }),
  }
  const shorten = (returned: number) =>
    describePage({ ...facts, from }, start, start + Math.max(0, Math.min(returned, page.length)))
  const restart: CursorState = backend
    ? { position: from?.position ?? null, ...(start > 0 && { skip: start }), ...expires }
    : { position: start, ...expires }
  return { items: page, pagination, meta, restart, shorten }
}

function nextState({ items, from, backend }: PageFacts, end: number): CursorState | null {
  if (!backend) return end < items.length ? { position: end } : null
  // The next call asks the backend for the same page again and skips the items up to here.
  if (end < items.length) return { position: from?.position ?? null, skip: end }
  return backend.next === null ? null : { position: backend.next }
}

/** A command line that is longer in JSON than this gives no hint. */
const MAX_HINT_LENGTH = 4096

export interface SizeLimit {
  /** The most bytes of the data as JSON. */
  readonly budget: number
  /** The current command line, without `--cursor` and `--limit`. */
  readonly invocation: readonly string[]
  readonly variable: string
  readonly page?: CutPage
  readonly binding: string
  /** When a cursor expires, in milliseconds since the epoch. */
  readonly expires?: number
  /** The place where this answer starts, read from the cursor of this call. */
  readonly from?: Position
  readonly sizes?: JsonSizes
  /** The number of items, if the data has only the first of them. */
  readonly total?: number
  /** The most items of a list to return; 0 for all. Only for an answer whose rest is kept. */
  readonly limit?: number
  /** Keeps the answer and says how to read on at a place in it; without it a cursor makes the answer again. */
  readonly rest?: (next: Position | null) => WayOn
}

/** How the rest of an answer is reached. */
export interface WayOn {
  readonly meta: JsonObject
  readonly hint: string | null
  readonly total?: number | null
  /** Says that there is no way. */
  readonly warning?: string
}

/** Data within the limit; `meta` says how to get the rest, and a warning what no cursor leads to. */
export function limitSize(data: JsonValue, limit: SizeLimit) {
  const cut = cutToItems(data, limit)
  const { next, tooLarge, leftOut, leftOutCount } = cut
  if (next === null && tooLarge === 0) return { data: cut.data, meta: {}, warnings: [] }
  const way = limit.rest ? limit.rest(next) : wayByCursor(limit, next)
  const { hint } = way
  const meta: JsonObject = {
    ...way.meta,
    truncated: true,
    total_count: way.total ?? limit.total ?? cut.total,
    returned_count: cut.returned,
    ...(hint !== null && hint.length <= MAX_HINT_LENGTH && { truncation_hint: hint }),
    ...(leftOutCount > 0 && { left_out: leftOut, left_out_count: leftOutCount }),
  }
  const warnings = [
    ...(tooLarge === 0 ? [] : [warningOf(limit, cut, way)]),
    ...(way.warning === undefined ? [] : [way.warning]),
  ]
  return { data: cut.data, meta, warnings }
}

/** Cuts data to the number of items that was asked for, and to the limit of bytes. */
function cutToItems(data: JsonValue, { budget, from, sizes, limit = 0 }: SizeLimit): CutValue {
  const end = (from?.[0] ?? 0) + limit
  if (limit === 0 || !Array.isArray(data) || end >= data.length)
    return cutToBytes(data, budget, from, sizes)
  const cut = cutToBytes(data.slice(0, end), budget, from, sizes)
  return {
    ...cut,
    next: cut.next ?? [end],
    total: cut.next?.length === 2 ? cut.total : data.length,
  }
}

function wayByCursor(limit: SizeLimit, next: Position | null): WayOn {
  if (next === null)
    return { meta: {}, hint: quoteWords(['env', `${limit.variable}=0`, ...limit.invocation]) }
  const { text, meta, limit: size, total } = cursorAt(limit, next)
  return { meta: { ...meta, cursor: text }, hint: hintOf(limit, text, size), total }
}

/** The cursor of the next answer, and the number for `--limit` in the hint; null without a page. */
function cursorAt(limit: SizeLimit, next: Position) {
  const { page, binding, from = [], expires } = limit
  const [first = 0] = next
  if (page && next.length === 1) {
    const { meta, pagination } = page.shorten(first)
    const { total, next_cursor: text } = pagination
    const size = Math.max(1, first - (from[0] ?? 0))
    return { text: text!, meta, limit: size, total }
  }
  const start = page ? page.restart : { position: null, ...(expires !== undefined && { expires }) }
  const text = writeCursor({ ...start, path: next }, binding)
  if (!page) return { text, meta: {}, limit: null, total: null }
  // The same page again, up to the item that was cut.
  const { meta, pagination } = page.shorten(first + 1)
  const open = { ...pagination, truncated: true, has_more: true, next_cursor: text }
  return { text, meta: { ...meta, pagination: open }, limit: first + 1, total: null }
}

function warningOf(
  { variable, rest }: SizeLimit,
  { tooLarge, leftOut }: CutValue,
  { hint }: WayOn,
): string {
  const what = tooLarge === 1 ? '1 value is' : `${tooLarge} values are`
  const names = leftOut.slice(0, 3).join(', ')
  // The command must not run again for them.
  const advice = rest
    ? `All of it: ${hint ?? 'lost'}`
    : `Set ${variable} to a higher limit, or to 0 for none.`
  return `${what} too large for the answer and left out (${names}${tooLarge > 3 ? `, \u2026` : ''}). ${advice}`
}

function hintOf({ invocation }: SizeLimit, cursor: string, size: number | null): string {
  const flags = [...(size === null ? [] : ['--limit', String(size)]), '--cursor', cursor]
  return quoteWords(withOptions(invocation, flags))
}
