import type { CustomExitCode } from '../codes/custom-exit.ts'
import { ERROR_CODES, type ErrorCode } from '../codes/error-codes.ts'
import type { FailureName, SignalExitName } from '../codes/exit-codes.ts'
import { ownMembers } from '../../internal/json/json-members.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { OutcomeErrorInput } from './outcome.ts'

/** What an expected error carries besides code and message. */
export interface SuretyErrorFacts extends Partial<
  Omit<OutcomeErrorInput, 'code' | 'message' | 'category' | 'synthesised'>
> {
  readonly cause?: unknown
  /** What was done before the failure; dialects without room for it beside an error put it in meta. */
  readonly data?: JsonValue
}

/** An expected failure: a stable code, a message for people, and facts as fields. */
export class SuretyError extends Error {
  override readonly name = 'SuretyError'
  readonly code: string
  readonly exit: FailureName | SignalExitName | CustomExitCode
  readonly facts: Omit<SuretyErrorFacts, 'cause' | 'data'>
  readonly data: JsonValue

  constructor(
    code: string,
    exit: FailureName | SignalExitName | CustomExitCode,
    message: string,
    facts: SuretyErrorFacts = {},
  ) {
    const { cause, data = null, ...rest } = ownMembers(facts)
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.exit = exit
    this.facts = rest
    this.data = data
  }

  /** The error as an outcome carries it. */
  toErrorInput(): OutcomeErrorInput {
    return { ...this.facts, code: this.code, message: this.message }
  }
}

/**
 * Makes an expected error with one of surety's own codes; the exit follows from the code.
 *
 * @example
 * ```ts
 * import { suretyError } from 'surety/contract'
 *
 * throw suretyError('FILE_NOT_FOUND', 'There is no file notes.txt.', { target: 'notes.txt' })
 * ```
 */
export function suretyError(
  code: ErrorCode,
  message: string,
  facts?: SuretyErrorFacts,
): SuretyError {
  return new SuretyError(code, ERROR_CODES[code].exit, message, facts)
}
