import type { CustomExitCode } from './custom-exit.ts'
import { defect, Defect } from './defect.ts'
import type { ErrorDetailOf, ResponseEnvelope, ResponseMeta } from './envelope.ts'
import {
  defaultRetryable,
  isFailureName,
  type FailureName,
  type Generation,
  type SignalExitName,
} from './exit-codes.ts'
import type { JsonValue } from './json.ts'
import { isSignalExitName, type Redirect } from './outcome.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Members of `meta` that a caller may give; the duration comes from the stopwatch. */
export type MetaInput = Omit<ResponseMeta, 'duration_ms'> & {
  readonly [member: string]: JsonValue | undefined
}

interface Surroundings<G extends Generation> {
  /** Never given: it follows from the exit. */
  readonly ok?: never
  /** A start mark, or milliseconds that somebody else measured. */
  readonly duration: Stopwatch | number
  readonly warnings?: readonly string[]
  readonly meta?: MetaInput
  /** Default `1.0`, the founding document. */
  readonly generation?: G
}

/** A success to respond with: data is an object or an array. */
export interface SuccessInput<T extends object, G extends Generation> extends Surroundings<G> {
  readonly exit: 'SUCCESS'
  readonly data: T
  readonly error?: null
}

/** A cache hit to respond with. */
export interface NotModifiedInput<G extends Generation> extends Surroundings<G> {
  readonly exit: 'SUCCESS'
  readonly data?: null
  readonly error?: null
  readonly meta: MetaInput & { readonly not_modified: true }
}

/** An exit that stands for a failure; a bare number is not one. */
export type FailureExit = FailureName | SignalExitName | CustomExitCode

/** A failure to respond with, other than a redirect. */
export interface FailureInput<G extends Generation> extends Surroundings<G> {
  readonly exit: Exclude<FailureExit, 'REDIRECTED'>
  readonly error: Omit<ErrorDetailOf<G>, 'redirect'> & {
    readonly code: string
    readonly message: string
    readonly redirect?: never
  }
  readonly data?: null
}

/** A redirect to respond with: the replacement is not optional. */
export interface RedirectInput<G extends Generation> extends Surroundings<G> {
  readonly exit: 'REDIRECTED'
  readonly error: ErrorDetailOf<G> & { readonly redirect: Redirect }
  readonly data?: null
}

/** Everything that can be responded with. */
export type RespondInput<T extends object, G extends Generation = '1.0'> =
  | SuccessInput<T, G>
  | NotModifiedInput<G>
  | FailureInput<G>
  | RedirectInput<G>

/**
 * Makes an envelope: the only place where one is made. `ok` follows from the exit, all five keys are
 * present, and what the contract forbids is refused as a {@link Defect}.
 *
 * @example
 * ```ts
 * import { respond, startStopwatch } from 'surety/contract'
 *
 * const duration = startStopwatch()
 * const envelope = respond({ exit: 'SUCCESS', data: { id: 'deploy-42' }, duration })
 * ```
 */
export function respond<T extends object, G extends Generation = '1.0'>(
  input: RespondInput<T, G>,
): ResponseEnvelope<T, G> {
  const given = input as LooseInput
  if ('ok' in given) throw defect('OK_IS_DERIVED', 'ok follows from the exit and cannot be given')
  const exit = given.exit
  const succeeded = exit === 'SUCCESS'
  if (!succeeded && !isFailureExit(exit)) {
    throw defect('EXIT_UNKNOWN', `${describe(exit)} is not an exit code; use a named constant`)
  }
  const envelope = {
    ok: succeeded,
    data: succeeded ? successData(given) : failureData(given),
    error: succeeded ? noError(given) : errorOf(given, exit),
    warnings: warningsOf(given.warnings),
    meta: metaOf(given),
  }
  return Object.freeze(envelope) as unknown as ResponseEnvelope<T, G>
}

/** What {@link respondOrReport} made, and the refusal if there was one. */
export interface Responded<T extends object, G extends Generation> {
  readonly envelope: ResponseEnvelope<T, G>
  /** Whether the envelope is the one that was asked for. */
  readonly refusal: Defect | null
}

/**
 * Responds, and where the contract refuses the input answers with an internal error instead, so that
 * a run ends in a valid envelope whatever was asked for.
 *
 * @example
 * ```ts
 * import { respondOrReport } from 'surety/contract'
 *
 * const { envelope, refusal } = respondOrReport({ exit: 'SUCCESS', data: { n: 1 }, duration: 3 })
 * ```
 */
export function respondOrReport<T extends object, G extends Generation = '1.0'>(
  input: RespondInput<T, G>,
): Responded<T, G> {
  try {
    return { envelope: respond<T, G>(input), refusal: null }
  } catch (cause) {
    const refusal =
      cause instanceof Defect ? cause : defect('RESPOND_FAILED', String(cause), { cause })
    const report = {
      exit: 'GENERAL_ERROR',
      duration: safeDuration(input),
      error: {
        code: 'INTERNAL_ERROR',
        message: 'The command ended in an invalid answer.',
        detail: refusal.message,
      },
      generation: input?.generation,
    } as unknown as RespondInput<T, G>
    return { envelope: respond<T, G>(report), refusal }
  }
}

interface LooseInput {
  readonly exit: unknown
  readonly data?: unknown
  readonly error?: unknown
  readonly warnings?: unknown
  readonly meta?: Record<string, unknown>
  readonly duration: unknown
  readonly generation?: Generation
}

const ERROR_KEYS = {
  '1.0': [
    'code',
    'message',
    'detail',
    'retryable',
    'retry_after',
    'phase',
    'suggestion',
    'redirect',
  ],
  '1.6': [
    'code',
    'message',
    'detail',
    'retryable',
    'retry_after_ms',
    'retry_strategy',
    'fix_required',
    'fix_command',
    'phase',
    'suggestion',
    'redirect',
  ],
} as const
const META_KEYS = ['request_id', 'schema_version', 'not_modified', 'truncated', 'cursor'] as const
const WAITS = ['retry_after', 'retry_after_ms', 'retry_strategy'] as const

function isFailureExit(exit: unknown): exit is FailureExit {
  if (typeof exit === 'string') return isFailureName(exit) || isSignalExitName(exit)
  return typeof exit === 'object' && exit !== null && 'number' in exit && 'side_effects' in exit
}

function successData(given: LooseInput): unknown {
  const data = given.data ?? null
  if (data === null) {
    if (given.meta?.['not_modified'] === true) return null
    throw defect(
      'DATA_AND_ERROR_NULL',
      'a success without data needs meta.not_modified; use {} for nothing to say',
    )
  }
  if (typeof data !== 'object') {
    throw defect(
      'DATA_IS_SCALAR',
      `data is a ${typeof data}; the contract takes an object or an array`,
    )
  }
  return data
}

function noError(given: LooseInput): null {
  if (given.error === undefined || given.error === null) return null
  throw defect('SUCCESS_WITH_ERROR', 'a success cannot carry an error')
}

function failureData(given: LooseInput): null {
  if (given.data === undefined || given.data === null) return null
  throw defect('FAILURE_WITH_DATA', 'a failure cannot carry data; put it in meta')
}

function errorOf(given: LooseInput, exit: FailureExit): object {
  const error = given.error as Record<string, unknown> | null | undefined
  if (typeof error !== 'object' || error === null) {
    throw defect('FAILURE_WITHOUT_ERROR', `exit ${nameOf(exit)} needs an error`)
  }
  const generation = given.generation ?? '1.0'
  const keys: readonly string[] = ERROR_KEYS[generation]
  for (const key of ['code', 'message'] as const) {
    if (typeof error[key] !== 'string')
      throw defect('ERROR_INCOMPLETE', `error.${key} must be a string`)
  }
  const redirected = exit === 'REDIRECTED'
  if (redirected && error['redirect'] === undefined) {
    throw defect('REDIRECT_MISSING', 'REDIRECTED needs error.redirect')
  }
  if (!redirected && error['redirect'] !== undefined) {
    throw defect(
      'REDIRECT_MISPLACED',
      `error.redirect goes with REDIRECTED, not with ${nameOf(exit)}`,
    )
  }
  const retryable = error['retryable'] ?? retryableByDefault(exit, generation)
  for (const wait of WAITS) {
    if (error[wait] !== undefined && retryable !== true) {
      throw defect('WAIT_WITHOUT_RETRYABLE', `error.${wait} needs retryable: true`)
    }
  }
  const complete: Record<string, unknown> = { ...error, retryable }
  const extra = Object.keys(complete).filter(
    (key) => !keys.includes(key) && complete[key] !== undefined,
  )
  if (generation === '1.0' && extra.length > 0) {
    throw defect(
      'ERROR_IS_CLOSED',
      `error has no member ${extra.join(', ')} in contract 1.0; use meta`,
    )
  }
  return Object.freeze(inOrder(complete, [...keys, ...extra]))
}

function retryableByDefault(exit: FailureExit, generation: Generation): boolean {
  if (typeof exit !== 'string') return exit.retryable
  return isFailureName(exit) ? defaultRetryable(exit, generation) : false
}

function warningsOf(warnings: unknown): readonly string[] {
  if (warnings === undefined) return Object.freeze([])
  if (Array.isArray(warnings) && warnings.every((warning) => typeof warning === 'string')) {
    return Object.freeze([...warnings])
  }
  throw defect('WARNINGS_INVALID', 'warnings must be an array of strings')
}

function metaOf(given: LooseInput): object {
  const { duration_ms: _measured, ...members } = given.meta ?? {}
  if (given.exit !== 'SUCCESS' && members['not_modified'] === true) {
    throw defect('NOT_MODIFIED_MISPLACED', 'not_modified goes with a success')
  }
  if (
    given.exit === 'SUCCESS' &&
    members['not_modified'] === true &&
    (given.data ?? null) !== null
  ) {
    throw defect('NOT_MODIFIED_WITH_DATA', 'not_modified means that data is null')
  }
  const all = { duration_ms: durationOf(given.duration), ...members }
  return Object.freeze(inOrder(all, ['duration_ms', ...META_KEYS, ...Object.keys(members)]))
}

function durationOf(duration: unknown): number {
  const value =
    typeof duration === 'object' && duration !== null ? (duration as Stopwatch).elapsed() : duration
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw defect('DURATION_INVALID', 'duration must be a stopwatch or whole milliseconds')
}

function safeDuration(input: unknown): number {
  try {
    return durationOf((input as LooseInput).duration)
  } catch {
    // The refused input may be broken here as well, and an answer is owed all the same.
    return 0
  }
}

function inOrder(members: Record<string, unknown>, order: readonly string[]): object {
  const ordered: Record<string, unknown> = {}
  for (const key of order) {
    if (members[key] === undefined) continue
    if (key === '__proto__') {
      Object.defineProperty(ordered, key, { value: members[key], enumerable: true })
    } else ordered[key] = members[key]
  }
  return ordered
}

function nameOf(exit: FailureExit): string {
  return typeof exit === 'string' ? exit : exit.name
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
