import type { FailureOutcome, JsonValue, OutcomeError } from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { EncodeOptions } from '../dialect.ts'
import type { Ledger } from './loss-ledger.ts'

/** Members of an error that are facts for the caller, in the order in which they are written. */
export const ERROR_FACT_NAMES = [
  'detail',
  'fix_required',
  'fix_command',
  'field_errors',
  'redirect',
  'retry_after_ms',
  'retry_strategy',
  'operation',
  'target',
  'root_cause',
  'docs_url',
] as const satisfies readonly (keyof OutcomeError)[]

/** Those that are read from `meta` where the error has no place for them: their names mean nothing else there. */
export const FACTS_READ_FROM_META = [
  'fix_required',
  'fix_command',
  'field_errors',
  'root_cause',
  'docs_url',
] as const

/** Tests for a member of an error that is read from `meta`. */
export function isReadFromMeta(name: string): boolean {
  return (FACTS_READ_FROM_META as readonly string[]).includes(name)
}

/**
 * Returns what the dialect has no member for, by its plain names, to be written in the open object at
 * `at`, and records where it stands. A tool's own dialect gets no additional members, an exact translation
 * stows them, and a name that is taken stays as it is.
 */
export function placeFacts(
  { error }: FailureOutcome,
  at: string,
  taken: object | undefined,
  { stow = 'never' }: EncodeOptions,
  ledger: Ledger,
): Record<string, JsonValue> {
  const placed: Record<string, JsonValue> = {}
  if (stow !== 'plain') return placed
  for (const name of ERROR_FACT_NAMES) {
    const value = error[name] as JsonValue | undefined
    if (value === undefined || ledger.isWritten(`/error/${name}`)) continue
    if (taken && Object.hasOwn(taken, name)) continue
    setMember(placed, name, value)
    ledger.wroteElsewhere(`/error/${name}`, `${at}/${name}`)
  }
  return placed
}

/** Returns the data of a failure as a member of its details, where the dialect has no other place for it. */
export function placeData(
  { data, error }: FailureOutcome,
  at: string,
  { stow = 'never' }: EncodeOptions,
  ledger: Ledger,
): { readonly data?: JsonValue } {
  if (data === null || stow !== 'plain') return {}
  if (error.details && Object.hasOwn(error.details, 'data')) return {}
  ledger.wrappedData(`${at}/data`)
  return { data }
}
