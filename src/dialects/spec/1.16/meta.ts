import { isJsonObject, type JsonValue, type Outcome } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import { RESERVED, type Ledger } from '../../write/loss-ledger.ts'
import { writePaging } from './paging.ts'

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

/** Writes the meta of an envelope and records in the ledger what a reader will find. */
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
