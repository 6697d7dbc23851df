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
  type OutcomeErrorInput,
  type OutcomeMeta,
  type OutcomeProcess,
  type ReadOutcome,
} from '../contract/index.ts'
import { setMember } from '../internal/json-members.ts'

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

/** What a reader knows of an error before category and recovery are derived. */
export interface ReadError {
  code: string
  message: string
  category: FailureName
  retryable: boolean | null
  meaning?: 'safe_to_retry'
  members?: Partial<
    Omit<OutcomeErrorInput, 'code' | 'message' | 'category' | 'retryable' | 'recovery'>
  >
}

/** Completes an error with the recovery that follows from what was read. */
export function draftError(read: ReadError): DraftError {
  const { code, message, category, retryable, meaning, members = {} } = read
  const facts = {
    retryable,
    category,
    hasFix: members.fix_required !== undefined || members.fix_command !== undefined,
    hasRedirect: members.redirect !== undefined,
  }
  const recovery = deriveRecovery(meaning ? { ...facts, meaning } : facts)
  // Faster than spreading, and this is done for every failure that is read.
  return Object.assign({ code, message, category, retryable, recovery }, members)
}

/** Makes an error for a failure whose body has none. */
export function synthesisedError(read: ReadError): DraftError {
  return { ...draftError(read), synthesised: true }
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
