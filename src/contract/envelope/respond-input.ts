import type { CustomExitCode } from '../codes/custom-exit.ts'
import type { ErrorDetail, ErrorMembers16, ResponseMeta } from './envelope.ts'
import type { FailureName, RespondGeneration, SignalExitName } from '../codes/exit-codes.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { Redirect } from '../outcome/outcome.ts'
import type { Stopwatch } from './stopwatch.ts'

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

/** A success to respond with: data is a plain object or an array. */
export interface SuccessInput<
  T extends object,
  G extends RespondGeneration,
> extends Surroundings<G> {
  readonly exit: 'SUCCESS'
  readonly data: T
  readonly error?: null
}

/** A cache hit to respond with. */
export interface NotModifiedInput<G extends RespondGeneration> extends Surroundings<G> {
  readonly exit: 'SUCCESS'
  readonly data?: null
  readonly error?: null
  readonly meta: MetaInput & { readonly not_modified: true }
}

/** An exit that means failure; never a bare number. */
export type FailureExit = FailureName | SignalExitName | CustomExitCode

/** A failure to respond with, other than a redirect. */
export interface FailureInput<G extends RespondGeneration> extends Surroundings<G> {
  readonly exit: Exclude<FailureExit, 'REDIRECTED'>
  readonly error: ErrorInputOf<G> & { readonly redirect?: never }
  readonly data?: null
}

/** A redirect to respond with; the replacement is required. */
export interface RedirectInput<G extends RespondGeneration> extends Surroundings<G> {
  readonly exit: 'REDIRECTED'
  readonly error: ErrorInputOf<G> & { readonly redirect: Redirect }
  readonly data?: null
}

/** Everything that can be responded with. */
export type RespondInput<T extends object, G extends RespondGeneration = '1.0'> =
  | SuccessInput<T, G>
  | NotModifiedInput<G>
  | FailureInput<G>
  | RedirectInput<G>

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
