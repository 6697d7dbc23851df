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
import type { CursorState } from '../parsed-input.ts'

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
  /** What is said about this part of the data, in place of what is said about another part. */
  readonly meta?: JsonObject
  readonly warnings?: readonly string[]
  /** What less can be taken of, if the answer is too large. */
  readonly whole?: Whole
}

/** An answer of which less can be taken. */
export interface Whole {
  /** What page, fields and tokens leave of what the handler returned. */
  readonly data: JsonValue
  /** The place in it where the answer begins. */
  readonly from?: readonly number[] | undefined
  /** The page of a list that a cursor makes again; the rest of any other answer is kept. */
  readonly page?: PageFacts | null
  /** What is said about a list that is never made again, and the most items of it; 0 for all. */
  readonly list?: JsonObject
  readonly most?: number
  /** The number of items, if only the first of them were kept. */
  readonly count?: number | undefined
  /** The key of the answer, if it is kept already. */
  readonly keptAs?: string | undefined
}

/** A list of which the caller gets a page. */
export interface PageFacts {
  /** The items that the command returned: all of them, or one page of its backend. */
  readonly items: readonly JsonValue[]
  /** The most items to return; 0 for all. */
  readonly limit: number
  /** The state from the caller's cursor; null on the first page. */
  readonly from: CursorState | null
  /** Set if the backend cut the page; `next` is the start of the next page, null on the last one. */
  readonly backend?: { readonly next: string | number | null; readonly total: number | null }
  /** The query that the cursor is valid for. */
  readonly binding: string
  /** When the cursor expires, in milliseconds since the epoch. */
  readonly expires?: number
  /** The number of items if it differs from those at hand; null if it is unknown. */
  readonly total?: number | null | undefined
}

/** The way a run ended, before it is converted to an outcome. */
export type RunEnd =
  | ({ readonly kind: 'data'; readonly type?: string } & ShapedData)
  | { readonly kind: 'not-modified'; readonly meta?: JsonObject }
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
  /** Warnings about this end, besides those of the run. */
  readonly warnings?: readonly string[]
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
