import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../../../contract/index.ts'
import type { Draft } from '../../read/outcome-draft.ts'
import type { Ledger } from '../../write/loss-ledger.ts'

const NAMES = ['total', 'returned', 'truncated', 'has_more', 'next_cursor']
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0

/** Tests for the closed object that describes a page; the last one has no cursor. */
export function isPagination(value: JsonValue | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { total, returned, truncated, has_more, next_cursor } = value
  return (
    Object.keys(value).length === NAMES.length &&
    NAMES.every((name) => Object.hasOwn(value, name)) &&
    (total === null || isCount(total)) &&
    isCount(returned) &&
    typeof truncated === 'boolean' &&
    typeof has_more === 'boolean' &&
    (next_cursor === null || (typeof next_cursor === 'string' && has_more))
  )
}

/** Adds what a page says to the members that outcomes of every dialect have. */
export function readPaging({ meta }: Draft): void {
  const { pagination } = meta
  if (!isPagination(pagination)) return
  const { next_cursor: cursor, truncated } = pagination
  if (typeof cursor === 'string') meta['cursor'] = cursor
  if (truncated === true && meta['truncated'] === undefined) meta['truncated'] = true
}

/**
 * Returns the members of meta that describe a page, and records what a reader will find. An outcome that
 * has only a cursor gets the rest from its data. `truncated` means a byte limit here, so it is left out if
 * the page says the same.
 */
export function writePaging(outcome: Outcome, ledger: Ledger): JsonObject {
  const { meta } = outcome
  const page = pageOf(outcome)
  if (!page) {
    if (typeof meta.truncated !== 'boolean') return {}
    ledger.wroteMeta('truncated')
    return { truncated: meta.truncated }
  }
  ledger.readsAs('/meta/pagination', page)
  ledger.readsAs('/meta/cursor', page['next_cursor'] ?? undefined)
  const found = page['truncated'] === true ? true : undefined
  const isByteLimit = meta.truncated === true && Object.hasOwn(meta, 'truncation_hint')
  const isImplied = meta.truncated === found || (meta.truncated === false && found === undefined)
  if (isImplied && !isByteLimit) {
    ledger.readsAs('/meta/truncated', found, true)
    return { pagination: page }
  }
  ledger.readsAs('/meta/truncated', meta.truncated ?? found)
  return {
    pagination: page,
    ...(typeof meta.truncated === 'boolean' && { truncated: meta.truncated }),
  }
}

function pageOf({ meta, data }: Outcome): JsonObject | undefined {
  const { pagination, cursor, truncated } = meta
  if (isPagination(pagination)) return pagination
  if (typeof cursor !== 'string') return undefined
  return {
    total: null,
    returned: countItems(data),
    truncated: truncated ?? true,
    has_more: true,
    next_cursor: cursor,
  }
}

/** Counts the items of a list, or of the only list in an object. */
function countItems(data: JsonValue): number {
  if (Array.isArray(data)) return data.length
  if (!isJsonObject(data)) return 0
  const lists = Object.values(data).filter((value) => Array.isArray(value))
  return lists.length === 1 ? (lists[0] as readonly JsonValue[]).length : 0
}
