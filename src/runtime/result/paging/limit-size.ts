import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { writeCursor } from './cursor.ts'
import type { CursorState, Delivered } from '../../run/cursor-state.ts'
import { cutToBytes, jsonBytes, nextDelivered } from './cut-size.ts'
import type { CutPage } from './page.ts'

/** The default size limit of an answer, in bytes. */
export const DEFAULT_MAX_BYTES = 1_048_576

/** The limit and the call that it applies to. */
export interface SizeLimit {
  readonly maxBytes: number
  /** Bytes of the answer around the data; the data gets the rest of the limit. */
  readonly overhead: number
  /** The current command line, without `--cursor` and `--limit`. */
  readonly invocation: readonly string[]
  /** The page, for list commands. */
  readonly page?: CutPage
  readonly binding: string
  /** The parts that earlier answers delivered, read from the cursor of this call. */
  readonly delivered?: readonly Delivered[]
}

/** Data within the limit; `meta` says how much is missing and how to get it. */
export interface LimitedSize {
  readonly data: JsonValue
  readonly meta: JsonObject
}

/**
 * Cuts data that is too large, lists between their items; returns undefined if the data fits. Expects
 * the result of {@link resumeCuts}.
 */
export function limitSize(data: JsonValue, limit: SizeLimit): LimitedSize | undefined {
  const budget = Math.max(2, limit.maxBytes - limit.overhead - META_RESERVE)
  if (jsonBytes(data) <= budget) return undefined
  const { data: smaller, cuts } = cutToBytes(data, budget)
  const first = cuts[0]
  if (first === undefined) return undefined
  const { page, delivered: before = [] } = limit
  const after = nextDelivered(data, before, cuts)
  if (page && cuts.length === 1 && first.path.length === 0) {
    const shorter = page.shorten(first.returned)
    const total = shorter.pagination.total ?? first.total
    const hint = invoke(limit, shorter.pagination.next_cursor, first.returned)
    return { data: smaller, meta: { ...shorter.meta, ...describe(total, first.returned, hint) } }
  }
  // The cursor restarts the same page, so the position in the page's own list must not be stored.
  const state: CursorState = page
    ? { ...page.restart, cuts: after.filter(({ path }) => path.length > 0) }
    : { position: null, cuts: after }
  const cursor = writeCursor(state, limit.binding)
  const main = cuts.at(-1)!
  const offset =
    before.find(({ path }) => JSON.stringify(path) === JSON.stringify(main.path))?.offset ?? 0
  const hint = invoke(limit, cursor, page ? 1 : null)
  const counts = describe(offset + main.total, main.returned, hint)
  return { data: smaller, meta: { ...page?.shorten(1).meta, cursor, ...counts } }
}

/** Bytes reserved for the members that describe the cut; the cursor is the largest of them. */
const META_RESERVE = 1024

function describe(total: number, returned: number, hint: string): JsonObject {
  return { truncated: true, total_count: total, returned_count: returned, truncation_hint: hint }
}

function invoke(limit: SizeLimit, cursor: string | null, size: number | null): string {
  const flags = [
    ...(size === null ? [] : ['--limit', String(Math.max(1, size))]),
    ...(cursor === null ? [] : ['--cursor', cursor]),
  ]
  const { invocation } = limit
  // Everything after `--` is an argument, so the flags go before it.
  const end = invocation.includes('--') ? invocation.indexOf('--') : invocation.length
  return quoteWords([...invocation.slice(0, end), ...flags, ...invocation.slice(end)])
}
