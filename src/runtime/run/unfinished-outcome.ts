import type { JsonValue, OutcomeErrorInput, SuretyError } from '../../contract/index.ts'

/** What a run came to, before `finish()` cleans its texts and adds what surrounds every answer. */
export interface UnfinishedOutcome {
  readonly data: JsonValue
  /** Null for a success. The error is JSON already. */
  readonly failure: {
    readonly exit: SuretyError['exit']
    readonly error: OutcomeErrorInput
  } | null
  /** The type of the data, where it is not the one that the command declares. */
  readonly type?: string
  /** What to call next, after a success. */
  readonly cta?: JsonValue
  /** Members of `meta` that belong to this kind of end. */
  readonly meta?: Readonly<Record<string, JsonValue>>
}
