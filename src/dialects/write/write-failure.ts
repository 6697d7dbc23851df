import {
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type NextSteps,
  type OutcomeError,
} from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { EncodeOptions } from '../dialect.ts'
import { pointerTo, RESERVED, type Ledger, type Stowed } from './loss-ledger.ts'

export function processExit(outcome: FailureOutcome, number: number): number {
  return isSignalExitName(outcome.exit) ? SIGNAL_EXITS[outcome.exit].number : number
}

/** Records what a reader derives in dialects without exit names, where the category is the exit. */
export function recordDerived(
  ledger: Ledger,
  outcome: FailureOutcome,
  read: {
    readonly category: FailureName
    readonly retryable: boolean | null
    readonly recovery: string
  },
): void {
  const { exit } = outcome
  ledger.readsAs('/exit', isSignalExitName(exit) ? exit : read.category)
  ledger.readsAs('/error/category', read.category)
  ledger.readsAs('/error/retryable', read.retryable)
  ledger.readsAs('/error/recovery', read.recovery)
}

export function withStowed(
  details: JsonObject | undefined,
  stowed: Stowed | undefined,
): Record<string, JsonValue> {
  return { ...details, ...(stowed && { [RESERVED]: stowed as JsonValue }) }
}

/** Tests for details that a reader returns unchanged: not empty, and without our reserved name. */
export function areNativeDetails(details: object | undefined): details is object {
  return (
    details !== undefined && Object.keys(details).length > 0 && !Object.hasOwn(details, RESERVED)
  )
}

/** Places the next steps beside the details, where an agent finds them; a tool's own dialect gets no more members. */
export function placeAdvice(
  { next_steps: steps, details }: OutcomeError,
  { stow = 'never' }: EncodeOptions,
  ledger: Ledger,
): { readonly next_steps?: NextSteps } {
  if (steps === undefined || stow === 'never') return {}
  if (details && Object.hasOwn(details, 'next_steps')) return {}
  ledger.wrote('/error/next_steps')
  return { next_steps: steps }
}

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
    const pointer = pointerTo('error', name)
    if (value === undefined || ledger.isWritten(pointer)) continue
    if (taken && Object.hasOwn(taken, name)) continue
    setMember(placed, name, value)
    ledger.wroteElsewhere(pointer, `${at}/${name}`)
  }
  return placed
}

/** Places the data of a failure in its details, in the tool's own dialect too: the author gave it with the failure. */
export function placeData(
  { data, error }: FailureOutcome,
  at: string,
  { stow = 'never' }: EncodeOptions,
  ledger: Ledger,
): { readonly data?: JsonValue } {
  if (data === null || stow === 'exact') return {}
  if (error.details && Object.hasOwn(error.details, 'data')) return {}
  ledger.wrappedData(`${at}/data`)
  return { data }
}
