import type { JsonValue, OutcomeErrorInput, SuretyError, Outcome } from '../../../contract/index.ts'
import type { Interruption } from '../../process/world.ts'

/** The way a run ended, before it is converted to an outcome. */
export type RunEnd =
  | {
      readonly kind: 'data'
      readonly data: JsonValue
      readonly type?: string
      /** Cuts data that nobody has measured, if the answer is too large with it. */
      readonly cut?: () => Promise<JsonValue>
    }
  | { readonly kind: 'not-modified' }
  /** Text if the caller requests no format, else data: a version, a completion script. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly data: JsonValue
      readonly type?: string
    }
  /** Text for people, and the marker that a pipe gets instead of it. */
  | { readonly kind: 'help'; readonly text: string; readonly outcome: UnfinishedOutcome }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'interrupted'; readonly by: Interruption }

/** The outcome of a run before `finish()` cleans its texts and adds warnings and metadata. */
export interface UnfinishedOutcome {
  readonly data: JsonValue
  /** Null for a success. The error is already plain JSON. */
  readonly failure: {
    readonly exit: SuretyError['exit'] | 'INCOMPLETE'
    readonly error: OutcomeErrorInput
  } | null
  /** The result type, if it differs from the one that the command declares. */
  readonly type?: string
  /** The suggested next commands, after a success. */
  readonly cta?: JsonValue
  /** Members of `meta` that belong to this kind of end. */
  readonly meta?: Readonly<Record<string, JsonValue>>
}

/** Thrown to end a run with an outcome that exists already: a stored answer, or that of incomplete work. */
export class StoredEnd extends Error {
  override readonly name = 'StoredEnd'
  readonly outcome: UnfinishedOutcome
  /** The warnings of the run that did the work. */
  readonly warnings: readonly string[]

  constructor(outcome: UnfinishedOutcome, warnings: readonly string[] = []) {
    super('the run ends with a stored outcome')
    this.outcome = outcome
    this.warnings = warnings
  }
}

export function fallbackOutcome(message: string, detail: string): UnfinishedOutcome {
  return {
    data: null,
    failure: {
      exit: 'GENERAL_ERROR',
      error: { code: 'INTERNAL_ERROR', message, detail, retryable: false },
    },
  }
}

/** Serialises a failure in the default dialect without an encoder, for when none can be loaded. */
export function fallbackLine({ ok, data, error, warnings, meta }: Outcome): string {
  const { code, message, detail, retryable } = error!
  return JSON.stringify({ ok, data, error: { code, message, detail, retryable }, warnings, meta })
}
