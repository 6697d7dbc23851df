import type { SuretyErrorFacts } from '../../contract/index.ts'

/** Facts of a failure besides code and message; `extra` is another name for `details`. */
export interface FailureFacts extends Omit<SuretyErrorFacts, 'details' | 'data'> {
  /** The result of the work done before the failure; any JSON-serialisable object. */
  readonly data?: object
  /** Structured context; any JSON-serialisable object. */
  readonly details?: object
  readonly extra?: object
}

/** Throws a failure with one of the declared codes. */
export type Fail<Code extends string> = (code: Code, message: string, facts?: FailureFacts) => never
