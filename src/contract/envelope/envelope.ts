import type { RespondGeneration } from '../codes/exit-codes.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { Phase, RetryStrategy } from '../codes/vocabulary.ts'
import type { Redirect } from '../outcome/outcome.ts'

declare const made: unique symbol
/** The brand of an envelope made by `respond()`, which no literal has. */
export interface Made {
  readonly [made]: true
}

/** The error object of contract 1.0, the founding document; closed. */
export interface ErrorDetail {
  readonly code: string
  readonly message: string
  readonly detail?: string
  readonly retryable?: boolean
  /** Seconds, only with `retryable: true`. */
  readonly retry_after?: number
  readonly phase?: Phase
  readonly suggestion?: string
  readonly redirect?: Redirect
}

/** The members of a failure that contract 1.6 names. */
export interface ErrorMembers16 {
  readonly code: string
  readonly message: string
  readonly detail?: string
  readonly retryable?: boolean
  /** Milliseconds, only with `retryable: true`. */
  readonly retry_after_ms?: number
  /** Only with `retryable: true`. */
  readonly retry_strategy?: RetryStrategy
  /** Only with `retryable: false`. */
  readonly fix_required?: string
  /** Only with `retryable: false`. */
  readonly fix_command?: string
  readonly phase?: Phase
  readonly suggestion?: string
  readonly redirect?: Redirect
}

/** The error object of contract 1.6; open to more members. */
export interface ErrorDetail16 extends ErrorMembers16 {
  readonly [member: string]: JsonValue | Redirect | undefined
}

/** The error object of a generation. */
export type ErrorDetailOf<G extends RespondGeneration> = G extends '1.0'
  ? ErrorDetail
  : ErrorDetail16

/** Facts about the run; open to more members. */
export interface ResponseMeta {
  /** Wall-clock milliseconds. */
  readonly duration_ms: number
  readonly request_id?: string
  readonly schema_version?: string
  readonly not_modified?: boolean
  readonly truncated?: boolean
  readonly cursor?: string
  readonly [member: string]: JsonValue | undefined
}

/** The envelope of a success. */
export interface SuccessEnvelope<T> {
  readonly ok: true
  readonly data: T
  readonly error: null
  readonly warnings: readonly string[]
  readonly meta: ResponseMeta
}

/** The envelope of a cache hit, which has no data. */
export interface NotModifiedEnvelope {
  readonly ok: true
  readonly data: null
  readonly error: null
  readonly warnings: readonly string[]
  readonly meta: ResponseMeta & { readonly not_modified: true }
}

/** The envelope of a failure. */
export interface FailureEnvelope<G extends RespondGeneration = '1.0'> {
  readonly ok: false
  readonly data: null
  readonly error: ErrorDetailOf<G>
  readonly warnings: readonly string[]
  readonly meta: ResponseMeta
}

/** The shape of every answer, generic over the command's data. */
export type ResponseEnvelope<T = JsonValue, G extends RespondGeneration = '1.0'> = Made &
  (SuccessEnvelope<T> | NotModifiedEnvelope | FailureEnvelope<G>)
