import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { writeCursor } from './cursor.ts'
import type { CursorState } from '../../run/cursor-state.ts'

/** A list, and the page of it that the caller asked for. */
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

/** A page, with its members for `meta`. */
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

/** Cuts a list to the requested page and describes it. */
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
