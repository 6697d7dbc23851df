import type { CustomExitCode } from '../codes/custom-exit.ts'
import type { FailureName, RespondGeneration, SignalExitName } from '../codes/exit-names.ts'
import type { RetryStrategy } from '../codes/recovery.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { OutcomeError, OutcomeMeta, Redirect } from '../outcome/outcome.ts'

declare const made: unique symbol
/** The brand of an envelope made by `respond()`, which no literal has. */
export interface Made {
  readonly [made]: true
}

/** The members of a failure that both generations name. */
interface ErrorCore extends Pick<
  OutcomeError,
  'code' | 'message' | 'detail' | 'phase' | 'suggestion' | 'redirect'
> {
  readonly retryable?: boolean
}

/** The error object of contract 1.0, the founding document; closed. */
export interface ErrorDetail extends ErrorCore {
  /** Seconds, only with `retryable: true`. */
  readonly retry_after?: number
}

/** The members of a failure that contract 1.6 names. */
interface ErrorMembers16 extends ErrorCore {
  /** Milliseconds, only with `retryable: true`. */
  readonly retry_after_ms?: number
  /** Only with `retryable: true`. */
  readonly retry_strategy?: RetryStrategy
  /** Only with `retryable: false`. */
  readonly fix_required?: string
  /** Only with `retryable: false`. */
  readonly fix_command?: string
}

/** The error object of contract 1.6; open to more members. */
export interface ErrorDetail16 extends ErrorMembers16 {
  readonly [member: string]: JsonValue | Redirect | undefined
}

export type ErrorDetailOf<G extends RespondGeneration> = G extends '1.0'
  ? ErrorDetail
  : ErrorDetail16

/** Facts about the run; open to more members. */
interface ResponseMeta extends OutcomeMeta {
  /** Wall-clock milliseconds. */
  readonly duration_ms: number
}

interface Envelope<Ok, Data, Failure, Meta = ResponseMeta> {
  readonly ok: Ok
  readonly data: Data
  readonly error: Failure
  readonly warnings: readonly string[]
  readonly meta: Meta
}

/** The shape of every answer, generic over the command's data: a success, a cache hit without data, a failure. */
export type ResponseEnvelope<T = JsonValue, G extends RespondGeneration = '1.0'> = Made &
  (
    | Envelope<true, T, null>
    | Envelope<true, null, null, ResponseMeta & { readonly not_modified: true }>
    | Envelope<false, null, ErrorDetailOf<G>>
  )

/** Members of `meta` that a caller may give; the duration is given apart. */
export type MetaInput = Pick<
  ResponseMeta,
  'request_id' | 'schema_version' | 'not_modified' | 'truncated' | 'cursor'
> & {
  readonly [member: string]: JsonValue | undefined
}

interface Surroundings<G extends RespondGeneration> {
  /** Refused, because it follows from the exit. */
  readonly ok?: never
  /** A stopwatch, or milliseconds that were measured elsewhere. */
  readonly duration: Stopwatch | number
  readonly warnings?: readonly string[]
  readonly meta?: MetaInput
  /** Default `1.0`, the founding document. */
  readonly generation?: G
}

/** An exit that means failure; never a bare number. */
export type FailureExit = FailureName | SignalExitName | CustomExitCode

/** Everything that can be responded with: a success, a cache hit, a failure, a redirect. */
export type RespondInput<T extends object, G extends RespondGeneration = '1.0'> = Surroundings<G> &
  (
    | { readonly exit: 'SUCCESS'; readonly data: T; readonly error?: null }
    | {
        readonly exit: 'SUCCESS'
        readonly data?: null
        readonly error?: null
        readonly meta: MetaInput & { readonly not_modified: true }
      }
    | {
        readonly exit: Exclude<FailureExit, 'REDIRECTED'>
        readonly error: ErrorInputOf<G> & { readonly redirect?: never }
        readonly data?: null
      }
    | {
        readonly exit: 'REDIRECTED'
        readonly error: ErrorInputOf<G> & { readonly redirect: Redirect }
        readonly data?: null
      }
  )

/** An error to respond with; waits need `retryable: true`, fixes need `retryable: false`. */
export type ErrorInputOf<G extends RespondGeneration> = G extends '1.0'
  ? ErrorInput10
  : ErrorInput16

type Never<Keys extends string> = { readonly [Key in Keys]?: never }
type Waits16 = 'retry_after_ms' | 'retry_strategy'
type Fixes16 = 'fix_required' | 'fix_command'

// Members of the other generation are declared as never. Otherwise a variable could carry in seconds
// that are read as milliseconds, or a fix that nobody reads.
type ErrorInput10 = Omit<ErrorDetail, 'redirect' | 'retryable' | 'retry_after'> &
  Never<Waits16 | Fixes16> &
  (
    | (Never<'retry_after'> & { readonly retryable?: boolean })
    | { readonly retryable: true; readonly retry_after: number }
  )

type ErrorInput16 = Omit<ErrorMembers16, 'redirect' | 'retryable' | Waits16 | Fixes16> &
  Never<'retry_after'> & {
    readonly [member: string]: JsonValue | Redirect | undefined
  } & (
    | (Never<Waits16 | Fixes16> & { readonly retryable?: boolean })
    | (Never<Fixes16> & Pick<ErrorMembers16, Waits16> & { readonly retryable: true })
    | (Never<Waits16> & Pick<ErrorMembers16, Fixes16> & { readonly retryable: false })
  )

/** The members of `meta` that the contract names, in its order. */
export const META_KEYS: readonly string[] = [
  'duration_ms',
  'request_id',
  'schema_version',
  'not_modified',
  'truncated',
  'cursor',
]

/** Measures the time since it was started. */
export interface Stopwatch {
  /** Gives the milliseconds since the start: whole, never negative. */
  elapsed(): number
}

/**
 * Starts a stopwatch; `now` is a monotonic clock in milliseconds.
 *
 * @example
 * ```ts
 * import { startStopwatch } from 'surety/contract'
 *
 * const stopwatch = startStopwatch()
 * stopwatch.elapsed() // milliseconds since then, a whole number
 * ```
 */
export function startStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const start = now()
  return { elapsed: () => Math.max(0, Math.round(now() - start)) }
}
