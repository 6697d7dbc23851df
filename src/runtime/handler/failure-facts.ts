import type { SuretyErrorFacts } from '../../contract/index.ts'

/** Facts that a failure carries beside code and message; `extra` is another name for `details`. */
export interface FailureFacts extends Omit<SuretyErrorFacts, 'details' | 'data'> {
  /** What was done before it failed; anything that JSON can carry. */
  readonly data?: object
  /** Structured context; anything that JSON can carry. */
  readonly details?: object
  readonly extra?: object
}

/** Throws a failure with one of the codes that were declared. */
export type Fail<Code extends string> = (code: Code, message: string, facts?: FailureFacts) => never
