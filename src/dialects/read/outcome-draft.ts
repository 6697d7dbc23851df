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
import { setMember } from '../../internal/json-members.ts'

/** An error while it is being read: everything that an outcome's error has, still open to change. */
export type DraftError = {
  -readonly [Member in keyof OutcomeError]: OutcomeError[Member]
}

/** What most outcomes have to warn of. */
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

/** What a reader knows of an error before category and recovery are derived. */
export interface ReadError {
  code: string
  message: string
  category: FailureName
  retryable: boolean | null
  meaning?: 'safe_to_retry' | undefined
  /** The rest, in an object for this error alone: it becomes the error. Undefined is absent. */
  members?: ReadMembers
}

/** Completes an error with the recovery that follows from what was read. */
export function draftError(read: ReadError): DraftError {
  const { category, retryable, meaning = 'identical_call', members = {} } = read
  // Adding to what is there is faster than copying it, and this is done for every failure.
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

/** Makes an error for a failure whose body has none. */
export function synthesisedError(read: ReadError): DraftError {
  const error = draftError(read)
  error.synthesised = true
  return error
}

/** Makes the outcome of a draft. */
export function outcomeOf(
  draft: Draft,
  process: OutcomeProcess,
  diagnostics: OutcomeDiagnostics,
): ReadOutcome {
  const { exit, data, error } = draft
  // Made for this outcome alone, so that no copy is needed to close them.
  const warnings = Object.freeze(draft.warnings)
  const meta = Object.freeze(draft.meta) as OutcomeMeta
  const outcome = error
    ? fail({ exit, data, error, warnings, meta, process, diagnostics })
    : succeed({ data, warnings, meta, process, diagnostics })
  return outcome as ReadOutcome
}

/** Merges structured leftovers; undefined where there are none, since empty details say nothing. */
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
