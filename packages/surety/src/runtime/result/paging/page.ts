import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { writeCursor } from './cursor.ts'
import type { CursorState } from '../../run/parsed-input.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { withOptions } from '../../run/reissued-command-line.ts'
import { cutToBytes, type CutValue, type Position } from './cut-size.ts'

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
  readonly facts: PageFacts
  /** The place of the first item among those at hand. */
  readonly start: number
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
  const { items, backend, binding, limit } = facts
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
  return { items: page, pagination, meta, facts, start }
}

/** Makes a page shorter, for an answer over the size limit. */
function shorten({ facts, start, items }: CutPage, returned: number): CutPage {
  return describePage(facts, start, start + Math.min(returned, items.length))
}

/** The cursor state that returns this same page again. */
function restart({ facts: { backend, from }, start }: CutPage): CursorState {
  if (!backend) return { position: start }
  return { position: from?.position ?? null, ...(start > 0 && { skip: start }) }
}

function nextState({ items, from, backend }: PageFacts, end: number): CursorState | null {
  if (!backend) return end < items.length ? { position: end } : null
  // The next call asks the backend for the same page again and skips the items up to here.
  if (end < items.length) return { position: from?.position ?? null, skip: end }
  return backend.next === null ? null : { position: backend.next }
}

/** A command line that is longer in JSON than this gives no hint. */
const MAX_HINT_LENGTH = 4096

export interface CursorWay {
  /** The current command line, without `--cursor` and `--limit`. */
  readonly invocation: readonly string[]
  /** The variable that lifts the limit. */
  readonly variable: string
  readonly binding: string
  /** When a cursor expires, in milliseconds since the epoch. */
  readonly expires?: number
  readonly page: CutPage | null
  /** The place where this answer starts, read from the cursor of this call. */
  readonly from?: Position | undefined
}

/** How the rest of an answer is reached. */
export interface WayOn {
  readonly meta: JsonObject
  readonly hint: string | null
  readonly total?: number | null
  /** Says that there is no way. */
  readonly warning?: string
}

/** Cuts data to a number of items, 0 for all, and to a limit of bytes. */
export function cutToItems(
  data: JsonValue,
  budget: number,
  from?: Position,
  most: number = 0,
): CutValue {
  const end = (from?.[0] ?? 0) + most
  if (most === 0 || !Array.isArray(data) || end >= data.length)
    return cutToBytes(data, budget, from)
  const cut = cutToBytes(data.slice(0, end), budget, from)
  const total = cut.next?.length === 2 ? cut.total : data.length
  return { ...cut, next: cut.next ?? [end], total }
}

/** Says in `meta` what was cut and how to get the rest, and in a warning what nothing leads to. */
export function describeCut(
  { next, tooLarge, leftOut, leftOutCount, total, returned }: CutValue,
  way: WayOn,
  variable: string,
  { count, isKept }: { readonly count: number | undefined; readonly isKept: boolean },
): { readonly meta: JsonObject; readonly warnings: readonly string[] } {
  if (next === null && tooLarge === 0) return { meta: {}, warnings: [] }
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

export function wayByCursor(given: CursorWay, next: Position | null): WayOn {
  const { invocation, variable } = given
  if (next === null) return { meta: {}, hint: quoteWords(['env', `${variable}=0`, ...invocation]) }
  const { text, meta, limit, total } = cursorAt(given, next)
  const flags = [...(limit === null ? [] : ['--limit', String(limit)]), '--cursor', text]
  const hint = quoteWords(withOptions(invocation, flags))
  return { meta: { ...meta, cursor: text }, hint, total }
}

/** The cursor of the next answer, and the number for `--limit` in the hint; null without a page. */
function cursorAt({ page, binding, from = [], expires }: CursorWay, next: Position) {
  const [first = 0] = next
  if (page && next.length === 1) {
    const { meta, pagination } = shorten(page, first)
    const limit = Math.max(1, first - (from[0] ?? 0))
    return { text: pagination.next_cursor!, meta, limit, total: pagination.total }
  }
  const start = page ? restart(page) : { position: null }
  const text = writeCursor(
    { ...start, path: next, ...(expires !== undefined && { expires }) },
    binding,
  )
  if (!page) return { text, meta: {}, limit: null, total: null }
  // The same page again, up to the item that was cut.
  const { meta, pagination } = shorten(page, first + 1)
  const open = { ...pagination, truncated: true, has_more: true, next_cursor: text }
  return { text, meta: { ...meta, pagination: open }, limit: first + 1, total: null }
}
