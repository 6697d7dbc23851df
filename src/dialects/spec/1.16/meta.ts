import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import type { Draft } from '../../read/outcome-draft.ts'
import { RESERVED, type Ledger } from '../../write/loss-ledger.ts'

const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/
const DATE_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

type Test = (value: JsonValue) => boolean
const isText: Test = (value) => typeof value === 'string'
const isNonEmpty: Test = (value) => typeof value === 'string' && value !== ''
const isFlag: Test = (value) => typeof value === 'boolean'
const isCount: Test = (value) => Number.isInteger(value) && Number(value) >= 0
const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

/** Tests for a date with time and offset that exists. */
export const isDateTime: Test = (value) =>
  typeof value === 'string' &&
  DATE_TIME.test(value) &&
  !Number.isNaN(Date.parse(value.replace(/:60/, ':59')))

/** The contract's tests for named members of meta; those of a page are written apart. */
export const META_TESTS: ReadonlyMap<string, Test> = new Map([
  ['timeout_ms', isCount],
  ['budget_ms', isCount],
  ['request_id', isText],
  ['trace_id', isNonEmpty],
  ['command', isNonEmpty],
  ['timestamp', isDateTime],
  ['schema_version', matches(/^\d+\.\d+$/)],
  ['tool_version', matches(SEMVER)],
  ['update_available', matches(SEMVER)],
  ['not_modified', isFlag],
  [
    'effects',
    (value) =>
      isJsonObject(value) &&
      Object.entries(value).every(([name, count]) => /^[a-z][a-z_]*$/.test(name) && isCount(count)),
  ],
  ['items_emitted', isCount],
  ['audit_log_path', isNonEmpty],
  ['_cmd', isText],
  ['_line', (value) => isCount(value) && value !== 0],
])

const APART: ReadonlySet<string> = new Set([
  RESERVED,
  'exit_code',
  'duration_ms',
  'pagination',
  'cursor',
  'truncated',
  'warning_context',
])

export function writeMeta116(
  outcome: Outcome,
  exitCode: number,
  ledger: Ledger,
): Record<string, JsonValue> {
  const { meta } = outcome
  const duration = isCount(meta.duration_ms ?? null) ? Number(meta.duration_ms) : 0
  const written: Record<string, JsonValue> = { exit_code: exitCode, duration_ms: duration }
  ledger.readsAs('/meta/duration_ms', duration)
  for (const name of Object.keys(meta)) {
    const value = meta[name]
    if (APART.has(name) || value === undefined || !fits(outcome, name, value)) continue
    setMember(written, name, value)
    ledger.wroteMeta(name)
  }
  for (const [name, value] of Object.entries(writePaging(outcome, ledger))) written[name] = value
  return written
}

function fits(outcome: Outcome, name: string, value: JsonValue): boolean {
  if (name === 'not_modified' && value === true) return outcome.ok && outcome.data === null
  return META_TESTS.get(name)?.(value) ?? true
}

const PAGE_MEMBERS = ['total', 'returned', 'truncated', 'has_more', 'next_cursor']

/** Tests for the closed object that describes a page; the last one has no cursor. */
export function isPagination(value: JsonValue | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { total, returned, truncated, has_more, next_cursor } = value
  return (
    Object.keys(value).length === PAGE_MEMBERS.length &&
    PAGE_MEMBERS.every((name) => Object.hasOwn(value, name)) &&
    (total === null || isCount(total ?? null)) &&
    isCount(returned ?? null) &&
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
function writePaging(outcome: Outcome, ledger: Ledger): JsonObject {
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

function countItems(data: JsonValue): number {
  if (Array.isArray(data)) return data.length
  if (!isJsonObject(data)) return 0
  const lists = Object.values(data).filter((value) => Array.isArray(value))
  return lists.length === 1 ? (lists[0] as readonly JsonValue[]).length : 0
}
