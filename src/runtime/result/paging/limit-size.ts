import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { writeCursor } from './cursor.ts'
import { cutToBytes, type CutValue, type JsonSizes, type Position } from './cut-size.ts'
import type { CutPage } from './page.ts'

/** The default size limit of an answer, in bytes. */
export const DEFAULT_MAX_BYTES = 1_048_576

/** A command line that is longer in JSON than this gives no hint. */
const MAX_HINT_LENGTH = 4096

/** The room for the data and the call that it applies to. */
export interface SizeLimit {
  /** The most bytes of the data as JSON. */
  readonly budget: number
  /** The current command line, without `--cursor` and `--limit`. */
  readonly invocation: readonly string[]
  /** The variable that sets the size limit. */
  readonly variable: string
  /** The page, for list commands. */
  readonly page?: CutPage
  readonly binding: string
  /** When a cursor expires, in milliseconds since the epoch. */
  readonly expires?: number
  /** The place where this answer starts, read from the cursor of this call. */
  readonly from?: Position
  readonly sizes?: JsonSizes
  /** The number of items, if the data has only the first of them. */
  readonly total?: number
}

/** Data within the limit; `meta` says how much is missing and how to get it. */
export interface LimitedSize {
  readonly data: JsonValue
  readonly meta: JsonObject
  /** Set if values are missing that no cursor leads to. */
  readonly warning?: string
}

/** Cuts data to the room that it has, and describes the cut. */
export function limitSize(data: JsonValue, limit: SizeLimit): LimitedSize {
  const cut = cutToBytes(data, limit.budget, limit.from, limit.sizes)
  const { next, tooLarge, leftOut, leftOutCount } = cut
  if (next === null && tooLarge === 0) return { data: cut.data, meta: {} }
  const cursor = next === null ? null : cursorAt(limit, next)
  const hint =
    cursor === null
      ? quoteWords(['env', `${limit.variable}=0`, ...limit.invocation])
      : hintOf(limit, cursor.text, cursor.limit)
  const meta: JsonObject = {
    ...cursor?.meta,
    truncated: true,
    ...(cursor !== null && { cursor: cursor.text }),
    total_count: cursor?.total ?? limit.total ?? cut.total,
    returned_count: cut.returned,
    ...(hint.length <= MAX_HINT_LENGTH && { truncation_hint: hint }),
    ...(leftOutCount > 0 && { left_out: leftOut, left_out_count: leftOutCount }),
  }
  if (tooLarge === 0) return { data: cut.data, meta }
  return { data: cut.data, meta, warning: warningOf(limit, cut) }
}

interface NextCursor {
  readonly text: string
  readonly meta: JsonObject
  /** The number for `--limit` in the hint; null without a page. */
  readonly limit: number | null
  readonly total?: number
}

function cursorAt(limit: SizeLimit, next: Position): NextCursor {
  const { page, binding, from = [], expires } = limit
  const [first = 0] = next
  if (page && next.length === 1) {
    const { meta, pagination } = page.shorten(first)
    const { total, next_cursor: text } = pagination
    const size = Math.max(1, first - (from[0] ?? 0))
    return { text: text!, meta, limit: size, ...(total !== null && { total }) }
  }
  const start = page ? page.restart : { position: null, ...(expires !== undefined && { expires }) }
  const text = writeCursor({ ...start, path: next }, binding)
  if (!page) return { text, meta: {}, limit: null }
  // The same page again, up to the item that was cut.
  const { meta, pagination } = page.shorten(first + 1)
  const open = { ...pagination, truncated: true, has_more: true, next_cursor: text }
  return { text, meta: { ...meta, pagination: open }, limit: first + 1 }
}

function warningOf({ variable }: SizeLimit, { tooLarge, leftOut }: CutValue): string {
  const what = tooLarge === 1 ? '1 value is' : `${tooLarge} values are`
  const names = leftOut.slice(0, 3).join(', ')
  return `${what} too large for the answer and left out (${names}${tooLarge > 3 ? ', …' : ''}). Set ${variable} to a higher limit, or to 0 for none.`
}

function hintOf({ invocation }: SizeLimit, cursor: string, size: number | null): string {
  const flags = [...(size === null ? [] : ['--limit', String(size)]), '--cursor', cursor]
  // Everything after `--` is an argument, so the flags go before it.
  const end = invocation.includes('--') ? invocation.indexOf('--') : invocation.length
  return quoteWords([...invocation.slice(0, end), ...flags, ...invocation.slice(end)])
}
