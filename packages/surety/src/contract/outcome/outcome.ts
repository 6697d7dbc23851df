import type { CustomExitCode } from '../codes/custom-exit.ts'
import { defect } from './defect.ts'
import type { FailureName, SignalExitName, StandardExitName } from '../codes/exit-names.ts'
import type { Phase, Recovery, RedirectReason, RetryStrategy } from '../codes/recovery.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { ERROR_EXITS, type ErrorCode } from '../codes/error-exits.ts'
import { ownMembers } from '@surety/internal/json/json-members.ts'

export type { Phase, RedirectReason } from '../codes/recovery.ts'

/** The replacement for a command that moved. */
export interface Redirect {
  /** The exact invocation to run instead. */
  readonly command: string
  /** True: remember it and never use the old form again. */
  readonly permanent: boolean
  readonly reason?: RedirectReason
}

/** A next step for programs; `action` is a slug to branch on. */
export interface NextSteps {
  readonly action: string
  readonly suggestion?: string
}

/** Everything that any of the dialects can say about a failure. */
export interface OutcomeError {
  /** Verbatim and stable; callers branch on it. */
  readonly code: string
  /** One of the thirteen standard failures, derived from code and exit. */
  readonly category: FailureName
  /** For people; never parsed. */
  readonly message: string
  /** Raw upstream text. */
  readonly detail?: string
  /** Null if the dialect does not say, which is not the same as false. */
  readonly retryable: boolean | null
  /** What helps; derived. */
  readonly recovery: Recovery
  readonly retry_after_ms?: number
  readonly retry_strategy?: RetryStrategy
  readonly phase?: Phase
  readonly suggestion?: string
  readonly redirect?: Redirect
  readonly fix_required?: string
  readonly fix_command?: string
  readonly operation?: string
  readonly target?: string
  readonly next_steps?: NextSteps
  readonly field_errors?: readonly JsonObject[]
  readonly details?: JsonObject
  /** The root cause as text, one level down. */
  readonly root_cause?: string
  readonly docs_url?: string
  /** True if the tool gave no error and the reader made this one. */
  readonly synthesised?: true
}

/** Facts about the run; open to more members. */
export interface OutcomeMeta {
  readonly duration_ms?: number
  readonly request_id?: string
  readonly schema_version?: string
  readonly not_modified?: boolean
  readonly truncated?: boolean
  readonly cursor?: string
  readonly command?: string
  readonly type?: string
  readonly schema?: string
  readonly timestamp?: string
  readonly cta?: JsonValue
  readonly [member: string]: JsonValue | undefined
}

/** The name of an exit: a standard one, a signal's, or an author's own. */
export type ExitName = StandardExitName | SignalExitName | (string & {})

/** What the reader saw of the process. */
export interface OutcomeProcess {
  readonly exit_code: number
  readonly stream: 'stdout' | 'stderr' | null
}

/** The problems that the reader found, and the documents besides the answer. */
export interface OutcomeDiagnostics {
  readonly malformed: boolean
  readonly problems: readonly string[]
  readonly other_documents: readonly JsonValue[]
}

declare const settled: unique symbol

interface OutcomeBase {
  /** The brand of an outcome made by succeed() or fail(), which no literal has. */
  readonly [settled]: true
  readonly exit: ExitName
  readonly data: JsonValue
  readonly warnings: readonly string[]
  readonly meta: OutcomeMeta
  readonly process?: OutcomeProcess
  readonly diagnostics?: OutcomeDiagnostics
}

/** The outcome of a command that did what was asked. */
export interface SuccessOutcome extends OutcomeBase {
  readonly ok: true
  readonly exit: 'SUCCESS'
  readonly error: null
}

/** The outcome of a command that failed. */
export interface FailureOutcome extends OutcomeBase {
  readonly ok: false
  readonly error: OutcomeError
}

/** The result of a command, independent of any dialect. */
export type Outcome = SuccessOutcome | FailureOutcome

/** An outcome that was read from a process. */
export type ReadOutcome = Outcome & {
  readonly process: OutcomeProcess
  readonly diagnostics: OutcomeDiagnostics
}

/** What an outcome may carry besides its result; never `ok`. */
export interface OutcomeSurroundings extends Partial<
  Pick<OutcomeBase, 'warnings' | 'meta' | 'process' | 'diagnostics'>
> {
  readonly ok?: never
}

/** An error to make an outcome with; category, retryable and recovery default to those of the exit. */
export type OutcomeErrorInput = Omit<OutcomeError, 'category' | 'retryable' | 'recovery'> &
  Partial<Pick<OutcomeError, 'category' | 'retryable' | 'recovery'>>

/**
 * Makes the outcome of a success.
 *
 * @example
 * ```ts
 * import { succeed } from 'surety/contract'
 *
 * const outcome = succeed({ data: { id: 'deploy-42' } })
 * outcome.ok // true; it cannot be set
 * ```
 */
export function succeed(
  input: OutcomeSurroundings & { readonly data: JsonValue; readonly error?: never },
): SuccessOutcome {
  return settle(true, 'SUCCESS', input.data, null, input) as SuccessOutcome
}

/** Makes an outcome that nobody can change. */
export function settle(
  ok: boolean,
  exit: string,
  data: JsonValue,
  error: OutcomeError | null,
  input: OutcomeSurroundings,
): object {
  // Only its own: a library may have added the name to every object.
  if (Object.hasOwn(input, 'ok'))
    throw defect('OK_IS_DERIVED', 'ok follows from the exit and cannot be given')
  const { meta, process, diagnostics } = input
  const made: Record<string, unknown> = {
    ok,
    exit,
    data,
    error,
    warnings: frozenTexts(input.warnings),
    meta: meta && Object.isFrozen(meta) ? meta : Object.freeze({ ...meta }),
  }
  if (process) made['process'] = process
  if (diagnostics) made['diagnostics'] = diagnostics
  return Object.freeze(made)
}

const NO_WARNINGS: readonly string[] = Object.freeze([])

function frozenTexts(texts: readonly string[] = NO_WARNINGS): readonly string[] {
  if (texts.length === 0) return NO_WARNINGS
  return Object.isFrozen(texts) ? texts : Object.freeze([...texts])
}

/** What an expected error carries besides code and message. */
export interface SuretyErrorFacts extends Partial<
  Omit<OutcomeErrorInput, 'code' | 'message' | 'category' | 'synthesised'>
> {
  readonly cause?: unknown
  /** What was done before the failure; dialects without room for it beside an error put it in meta. */
  readonly data?: JsonValue
}

/** An expected failure: a stable code, a message for people, and facts as fields. */
export class SuretyError extends Error {
  override readonly name = 'SuretyError'
  readonly code: string
  readonly exit: FailureName | SignalExitName | CustomExitCode
  readonly facts: Omit<SuretyErrorFacts, 'cause' | 'data'>
  readonly data: JsonValue

  constructor(
    code: string,
    exit: FailureName | SignalExitName | CustomExitCode,
    message: string,
    facts: SuretyErrorFacts = {},
  ) {
    const { cause, data = null, ...rest } = ownMembers(facts)
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.exit = exit
    this.facts = rest
    this.data = data
  }

  /** The error as an outcome carries it. */
  toErrorInput(): OutcomeErrorInput {
    return { ...this.facts, code: this.code, message: this.message }
  }
}

/**
 * Makes an expected error with one of surety's own codes; the exit follows from the code.
 *
 * @example
 * ```ts
 * import { suretyError } from 'surety/contract'
 *
 * throw suretyError('FILE_NOT_FOUND', 'There is no file notes.txt.', { target: 'notes.txt' })
 * ```
 */
export function suretyError(
  code: ErrorCode,
  message: string,
  facts?: SuretyErrorFacts,
): SuretyError {
  return new SuretyError(code, ERROR_EXITS[code], message, facts)
}
