import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { writeCursor } from './cursor.ts'
import type { CursorState } from '../../run/cursor-state.ts'

/** What is known about one page of a list. */
export interface PageFacts {
  /** The items that the command gave: all of them, or a page that its backend cut. */
  readonly items: readonly JsonValue[]
  /** Most items to return; 0 for all. */
  readonly limit: number
  /** Where the caller wants to go on; null on the first page. */
  readonly from: CursorState | null
  /** Set when the backend cut the page: where the next one starts, null on the last. */
  readonly backend?: { readonly next: string | number | null; readonly total: number | null }
  /** Which query the cursor is good for. */
  readonly binding: string
  /** When cursors stop working, in milliseconds since the epoch. */
  readonly expires?: number
}

/** The five members that every list answer has. */
export interface Pagination extends JsonObject {
  readonly total: number | null
  readonly returned: number
  readonly truncated: boolean
  readonly has_more: boolean
  readonly next_cursor: string | null
}

/** A page, with what `meta` says about it. */
export interface CutPage {
  readonly items: readonly JsonValue[]
  readonly pagination: Pagination
  /** Members for `meta`: pagination, and the same facts where the envelope has names of its own. */
  readonly meta: JsonObject
  /** What asks for this same page again. */
  readonly restart: CursorState
  /** Makes the page smaller still, for an answer that is too large. */
  readonly shorten: (returned: number) => CutPage
}

/** Cuts a list to the page that was asked for and describes it. */
export function cutPage(facts: PageFacts): CutPage {
  const { items, limit, from, backend } = facts
  const position = from?.position ?? null
  // Without a backend's cut the command gives everything, and positions are offsets into that.
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
  const total = backend ? backend.total : items.length
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
  // What the backend gave beyond the page is asked for again and skipped; nothing is lost.
  if (end < items.length) return { position: from?.position ?? null, skip: end }
  return backend.next === null ? null : { position: backend.next }
}
