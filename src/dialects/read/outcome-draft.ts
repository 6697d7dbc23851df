import {
  deriveRecovery,
  fail,
  succeed,
  type ExitName,
  type FailureName,
  type JsonObject,
  type JsonValue,
  type OutcomeDiagnostics,
  type OutcomeError,
  type OutcomeMeta,
  type OutcomeProcess,
  type ReadOutcome,
} from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'

/** A mutable error while an outcome is being read. */
export type DraftError = {
  -readonly [Member in keyof OutcomeError]: OutcomeError[Member]
}

/** The warnings of most outcomes. */
export const NO_WARNINGS: readonly string[] = Object.freeze([])

/** An outcome while it is being read. */
export interface Draft {
  exit: ExitName
  data: JsonValue
  error: DraftError | null
  warnings: readonly string[]
  meta: Record<string, JsonValue>
}

type ReadMembers = {
  [
    Member in Exclude<
      keyof OutcomeError,
      'code' | 'message' | 'category' | 'retryable' | 'recovery'
    >
  ]?: OutcomeError[Member] | undefined
}

/** What a reader knows about an error before its recovery is derived. */
export interface ReadError {
  code: string
  message: string
  category: FailureName
  retryable: boolean | null
  meaning?: 'safe_to_retry' | undefined
  /** The rest. The object becomes the error, so it must not be shared. Undefined means absent. */
  members?: ReadMembers
}

/** Completes an error with its derived recovery. */
export function draftError(read: ReadError): DraftError {
  const { category, retryable, meaning = 'identical_call', members = {} } = read
  // Every failure comes here, and extending the object is faster than copying it.
  const error = members as DraftError
  error.code = read.code
  error.message = read.message
  error.category = category
  error.retryable = retryable
  error.recovery = deriveRecovery({
    retryable,
    category,
    hasFix: error.fix_required !== undefined || error.fix_command !== undefined,
    hasRedirect: error.redirect !== undefined,
    meaning,
  })
  return error
}

/** Makes an error for a failure without one. */
export function synthesisedError(read: ReadError): DraftError {
  const error = draftError(read)
  error.synthesised = true
  return error
}

/** Makes an outcome from a draft. */
export function outcomeOf(
  draft: Draft,
  process: OutcomeProcess,
  diagnostics: OutcomeDiagnostics,
): ReadOutcome {
  const { exit, data, error } = draft
  // They belong to this outcome alone, so that they can be frozen without a copy.
  const warnings = Object.freeze(draft.warnings)
  const meta = Object.freeze(draft.meta) as OutcomeMeta
  const outcome = error
    ? fail({ exit, data, error, warnings, meta, process, diagnostics })
    : succeed({ data, warnings, meta, process, diagnostics })
  return outcome as ReadOutcome
}

/** Merges details; undefined if there are none, because empty details say nothing. */
export function mergedDetails(
  ...parts: readonly (JsonObject | undefined)[]
): JsonObject | undefined {
  const present = parts.filter((part) => part !== undefined && Object.keys(part).length > 0)
  if (present.length <= 1) return present[0]
  const all: Record<string, JsonValue> = {}
  for (const part of present) {
    for (const [key, value] of Object.entries(part ?? {})) setMember(all, key, value)
  }
  return all
}
