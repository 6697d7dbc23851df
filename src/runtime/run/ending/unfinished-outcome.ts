import type { JsonValue, OutcomeErrorInput, SuretyError } from '../../../contract/index.ts'

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
