import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import type { Draft } from '../../read/outcome-draft.ts'
import { RESERVED } from '../../write/reserved.ts'

const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/
const DATE_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

type Test = (value: JsonValue | undefined) => boolean
const isText = (value: unknown): value is string => typeof value === 'string'
const isNonEmpty: Test = (value) => isText(value) && value !== ''
const isFlag: Test = (value) => typeof value === 'boolean'
const isCount: Test = (value) => Number.isInteger(value) && Number(value) >= 0
const isSemver: Test = (value) => isText(value) && SEMVER.test(value)

/** Tests for a date with time and offset that exists. */
export const isDateTime: Test = (value) => {
  if (!isText(value) || !DATE_TIME.test(value)) return false
  const day = value.slice(0, 10)
  // A day beyond the end of its month is parsed as one of the next month.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

export const META_TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['timeout_ms', isCount],
  ['budget_ms', isCount],
  ['request_id', isText],
  ['trace_id', isNonEmpty],
  ['command', isNonEmpty],
  ['timestamp', isDateTime],
  ['schema_version', (value) => isText(value) && /^\d+\.\d+$/.test(value)],
  ['tool_version', isSemver],
  ['update_available', isSemver],
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

export function metaOf116(outcome: Outcome, exitCode: number): Record<string, JsonValue> {
  const { meta } = outcome
  const duration = isCount(meta.duration_ms) ? Number(meta.duration_ms) : 0
  const written: Record<string, JsonValue> = { exit_code: exitCode, duration_ms: duration }
  for (const name of Object.keys(meta)) {
    const value = meta[name]
    if (APART.has(name) || value === undefined || !fits(outcome, name, value)) continue
    setMember(written, name, value)
  }
  return Object.assign(written, pagingOf(outcome))
}

function fits(outcome: Outcome, name: string, value: JsonValue): boolean {
  if (name === 'not_modified' && value === true) return outcome.ok && outcome.data === null
  return META_TESTS.get(name)?.(value) ?? true
}

const PAGE_MEMBERS = ['total', 'returned', 'truncated', 'has_more', 'next_cursor']

export function isPagination(value: JsonValue | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { total, returned, truncated, has_more, next_cursor } = value
  return (
    Object.keys(value).length === PAGE_MEMBERS.length &&
    PAGE_MEMBERS.every((name) => Object.hasOwn(value, name)) &&
    (total === null || isCount(total)) &&
    isCount(returned) &&
    isFlag(truncated) &&
    isFlag(has_more) &&
    (next_cursor === null || (isText(next_cursor) && has_more === true))
  )
}

export function readPaging({ meta }: Draft): void {
  const { pagination } = meta
  if (!isPagination(pagination)) return
  const { next_cursor: cursor, truncated } = pagination
  if (typeof cursor === 'string') meta['cursor'] = cursor
  if (truncated === true && meta['truncated'] === undefined) meta['truncated'] = true
}

/** Writes the page. `truncated` means a byte limit here, so it is left out if the page says the same. */
function pagingOf(outcome: Outcome): JsonObject {
  const { truncated, ...meta } = outcome.meta
  const own = { ...(typeof truncated === 'boolean' && { truncated }) }
  const page = pageOf(outcome)
  if (!page) return own
  const isByteLimit = truncated === true && Object.hasOwn(meta, 'truncation_hint')
  const isImplied = (truncated ?? false) === (page['truncated'] === true) && !isByteLimit
  return { pagination: page, ...(!isImplied && own) }
}

/** Returns the page of an answer. An outcome that has only a cursor gets the rest from its data. */
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

/** The code of a warning that has none of its own. */
const PLAIN = 'WARNING'
const CODED = /^([A-Z][A-Z0-9_]+): ([\s\S]*)$/

function toCodedWarning(text: string, context?: JsonObject | null): JsonObject {
  const [, code = PLAIN, message = text] = CODED.exec(text) ?? []
  return { code, message, ...(context && { context }) }
}

export function warningText(warning: JsonValue): string | undefined {
  if (!isJsonObject(warning)) return undefined
  const { code, message, context = {} } = warning
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]+$/.test(code)) return undefined
  if (typeof message !== 'string' || !isJsonObject(context)) return undefined
  if (Object.keys(warning).some((name) => !MEMBERS.has(name))) return undefined
  return code === PLAIN && !CODED.test(message) ? message : `${code}: ${message}`
}

const MEMBERS: ReadonlySet<string> = new Set(['code', 'message', 'context'])

/** Lists the contexts of warnings as an outcome has them in meta; undefined if there are none. */
export function contextsOf(warnings: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!Array.isArray(warnings)) return undefined
  const contexts = (warnings as readonly JsonValue[]).map((warning) => {
    const context = warningText(warning) === undefined ? null : (warning as JsonObject)['context']
    return context ?? null
  })
  return contexts.some((context) => context !== null) ? contexts : undefined
}

function writableContexts({ warnings, meta }: Outcome) {
  const contexts = meta['warning_context']
  if (!Array.isArray(contexts) || contexts.length !== warnings.length) return undefined
  const list = contexts as readonly JsonValue[]
  if (!list.every((context) => context === null || isJsonObject(context))) return undefined
  return list.some((context) => context !== null) ? list : undefined
}

export function warningsOf116(outcome: Outcome): readonly JsonObject[] {
  const contexts = writableContexts(outcome)
  return outcome.warnings.map((text, at) => toCodedWarning(text, contexts?.[at]))
}

/** Tests for the data of an exit INCOMPLETE: how far the work got, and which command goes on. */
export function isIncompleteWork(data: JsonValue | undefined): boolean {
  if (!isJsonObject(data)) return false
  const { state, job_id, progress, continue_command, cancel_command } = data
  if (state !== 'running' && state !== 'paused') return false
  if (!isJsonObject(progress) || !isCount(progress['done'])) return false
  const { total = 0, unit = '' } = progress
  return (
    isCount(total) &&
    typeof unit === 'string' &&
    isNonEmpty(job_id) &&
    isNonEmpty(continue_command) &&
    isNonEmpty(cancel_command)
  )
}

export function statedExit(document: JsonValue): number | undefined {
  const meta = isJsonObject(document) ? document['meta'] : undefined
  const stated = isJsonObject(meta) ? meta['exit_code'] : undefined
  return Number.isInteger(stated) ? Number(stated) : undefined
}
