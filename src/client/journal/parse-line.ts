import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { JournalEntry, JournalStart } from './entry.ts'

/** What a line of a journal can hold. */
export type JournalRecord =
  | { readonly kind: 'entry'; readonly entry: JournalEntry }
  | { readonly kind: 'start'; readonly start: JournalStart }

/** Parses one line; undefined if it is damaged. */
export function parseLine(line: string): JournalRecord | undefined {
  const record = toRecord(line)
  if (record !== undefined) return record
  // Half a line of a full disk or a killed process, with a complete one appended to it. Quotes inside of
  // members are escaped, so this is the start of a line.
  const start = line.lastIndexOf(LINE_START)
  return start > 0 ? toRecord(line.slice(start)) : undefined
}

const LINE_START = '{"v":1,"'

function toRecord(line: string): JournalRecord | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isJsonObject(value) || value['v'] !== 1 || !isTime(value['time'])) return undefined
  if (value['started'] === true) {
    return hasTypes(value, START) ? { kind: 'start', start: value as never } : undefined
  }
  const isEntry =
    (value['outcome'] === 'success' || value['outcome'] === 'failure') && hasTypes(value, ENTRY)
  return isEntry ? { kind: 'entry', entry: value as never } : undefined
}

type Check = (value: JsonValue | undefined) => boolean
type Checks<Line> = { readonly [Name in keyof Line]-?: Check }

const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || typeof value === 'string'
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
/** Times are compared as text, so they have one form. */
const isTime: Check = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

const START: Omit<Checks<JournalStart>, 'v' | 'started' | 'time'> = {
  call: isText,
  attempt: isCount,
  client: isText,
}

const ENTRY: Omit<Checks<JournalEntry>, 'v' | 'outcome' | 'time'> = {
  call: isText,
  tool: isText,
  command: isText,
  argv: isTexts,
  exit: isText,
  exit_code: (value) => value === null || Number.isSafeInteger(value),
  category: isTextOrNull,
  code: isTextOrNull,
  operation: isTextOrNull,
  target: isTextOrNull,
  verdict: isText,
  reason: isText,
  attempt: isCount,
  waited_ms: isCount,
  duration_ms: isCount,
  dialect: isTextOrNull,
  trace_id: isText,
  warnings: isAbsentOr(isTexts),
  soft_redirects: isAbsentOr(isTexts),
}

function hasTypes(value: JsonObject, checks: Readonly<Record<string, Check>>): boolean {
  return Object.entries(checks).every(([name, check]) => check(value[name]))
}
