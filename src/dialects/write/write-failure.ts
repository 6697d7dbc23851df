import {
  deriveRecovery,
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureName,
  type FailureOutcome,
  type JsonValue,
  type NextSteps,
  type OutcomeError,
} from '../../contract/index.ts'
import type { EncodedDocument } from '../dialect.ts'
import { pointerTo, RESERVED, type Ledger, type Loss } from './loss-ledger.ts'

/** Returns the exit number of a failure, which is that of the signal if one ended the run. */
export function processExit({ exit }: FailureOutcome, number: number): number {
  return isSignalExitName(exit) ? SIGNAL_EXITS[exit].number : number
}

/** Records what a reader derives in dialects without exit names, where the category is the exit. */
export function recordDerived(
  ledger: Ledger,
  category: FailureName,
  retryable: boolean | null = null,
): void {
  const { exit } = ledger.outcome
  ledger.readsAs('/exit', isSignalExitName(exit) ? exit : category)
  ledger.readsAs('/error/category', category)
  ledger.readsAs('/error/retryable', retryable)
  ledger.readsAs('/error/recovery', deriveRecovery({ retryable, category }))
}

export function onStdout(
  document: JsonValue | undefined,
  exit_code: number,
  losses: readonly Loss[],
): EncodedDocument {
  return { document, stream: 'stdout', exit_code, layout: 'pretty', losses }
}

/** Tests for details that a reader returns unchanged: not empty, and without our reserved name. */
export function areNativeDetails(details: object | undefined): details is object {
  return (
    details !== undefined && Object.keys(details).length > 0 && !Object.hasOwn(details, RESERVED)
  )
}

/** Places the next steps beside the details, where an agent finds them; a tool's own dialect gets no more members. */
export function placeAdvice(ledger: Ledger<FailureOutcome>): { readonly next_steps?: NextSteps } {
  const { next_steps: steps, details } = ledger.outcome.error
  if (steps === undefined || ledger.stow === 'never') return {}
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

/** Places what the dialect has no member for in the open object at `at`; a name that is taken stays as it is. */
export function placeFacts(
  ledger: Ledger<FailureOutcome>,
  at: string,
  taken: object = {},
): Record<string, JsonValue> {
  const placed: Record<string, JsonValue> = {}
  if (ledger.stow !== 'plain') return placed
  for (const name of ERROR_FACT_NAMES) {
    const value = ledger.outcome.error[name] as JsonValue | undefined
    if (value === undefined || Object.hasOwn(taken, name)) continue
    const pointer = pointerTo('error', name)
    if (ledger.isWritten(pointer)) continue
    placed[name] = value
    ledger.wroteElsewhere(pointer, `${at}/${name}`)
  }
  return placed
}

/** Places the data of a failure in its details, in the tool's own dialect too: the author gave it with the failure. */
export function placeData(
  ledger: Ledger<FailureOutcome>,
  at: string,
): { readonly data?: JsonValue } {
  const { data, error } = ledger.outcome
  if (data === null || ledger.stow === 'exact') return {}
  if (error.details && Object.hasOwn(error.details, 'data')) return {}
  ledger.wroteElsewhere('/data', `${at}/data`)
  return { data }
}
