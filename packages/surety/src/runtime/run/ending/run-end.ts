import {
  settle,
  SuretyError,
  type JsonObject,
  type JsonValue,
  type FailureOutcome,
  type Outcome,
  type OutcomeErrorInput,
} from '../../../contract/index.ts'
import type { Interruption } from '../../process/world.ts'

/** What the writers of an answer must know about it besides its outcome. */
export interface AnswerFacts {
  /** Whether the data was truncated or filtered, so that it no longer matches the output schema. */
  readonly isReshaped?: boolean
  /** Whether the size limit does not apply, because a part would be useless: a manifest. */
  readonly isUnlimited?: boolean
  /** Whether the framework raised the error and the dialect's word replaced the framework's. */
  readonly isFrameworkError?: boolean
  /** How the command is called, for people who called it wrongly. */
  readonly usage?: string | undefined
}

/** Data as it is answered: a page, chosen members, or what the size limit leaves of it. */
export interface ShapedData extends AnswerFacts {
  readonly data: JsonValue
  /** What the run says about this shape; it goes when the data is cut again. */
  readonly meta?: JsonObject
  readonly warnings?: readonly string[]
  /** Cuts the data again, to fewer bytes; none if the data is small. */
  readonly recut?: ((budget: number) => Promise<ShapedData>) | undefined
  /** Cuts data that nobody has measured, if the answer is too large with it. */
  readonly cut?: () => Promise<ShapedData>
}

/** The way a run ended, before it is converted to an outcome. */
export type RunEnd =
  | ({ readonly kind: 'data'; readonly type?: string } & ShapedData)
  | { readonly kind: 'not-modified' }
  /** Text if the caller requests no format, else data: a version, a completion script. */
  | ({ readonly kind: 'text'; readonly text: string; readonly type?: string } & ShapedData)
  /** Text for people, and the marker that a pipe gets instead of it. */
  | { readonly kind: 'help'; readonly text: string; readonly outcome: UnfinishedOutcome }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'interrupted'; readonly by: Interruption }

/** The outcome of a run before `finish()` cleans its texts and adds warnings and metadata. */
export interface UnfinishedOutcome extends AnswerFacts {
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

/** A failure that shows people how the command is called. */
export class UsageFailure extends SuretyError {
  readonly usage: string

  constructor(failure: SuretyError, usage: string) {
    const { code, exit, message, facts } = failure
    super(code, exit, message, facts)
    this.usage = usage
  }
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

export function fallbackOutcome(message: string, detail: string) {
  return {
    data: null,
    failure: {
      exit: 'GENERAL_ERROR',
      error: { code: 'INTERNAL_ERROR', message, detail, retryable: false },
    },
  } as const satisfies UnfinishedOutcome
}

/** Makes the failure of a run that nothing can be loaded for any more. */
export function fallbackFailure(
  error: ReturnType<typeof fallbackOutcome>['failure']['error'],
  surroundings: Pick<Outcome, 'warnings' | 'meta'>,
): FailureOutcome {
  const category = 'GENERAL_ERROR'
  const whole = { ...error, category, recovery: 'never' } as const
  return settle(false, category, null, whole, surroundings) as FailureOutcome
}

/** Serialises a failure in the default dialect without an encoder, for when none can be loaded. */
export function fallbackLine({ ok, data, error, warnings, meta }: Outcome): string {
  const { code, message, detail, retryable } = error!
  return JSON.stringify({ ok, data, error: { code, message, detail, retryable }, warnings, meta })
}
