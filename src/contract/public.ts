/** What `surety/contract` offers: envelopes, outcomes, exit codes and error codes, and checks of them. */
export { defineExitCode, type CustomExitCode } from './codes/custom-exit.ts'
export { AUTH_CODES, ERROR_CODES, isErrorCode, type ErrorCode } from './codes/error-codes.ts'
export {
  CONTINUATION_EXITS,
  EXIT_CODE_TABLES,
  ExitCode,
  SIGNAL_EXITS,
  standardExitName,
  type ExitCodeRow,
  type ExitGroup,
  type FailureName,
  type Generation,
  type RespondGeneration,
  type SideEffects,
  type StandardExitName,
} from './codes/exit-codes.ts'
export type { Recovery } from './codes/recovery.ts'
export type {
  ErrorDetail,
  ErrorDetail16,
  FailureEnvelope,
  NotModifiedEnvelope,
  ResponseEnvelope,
  ResponseMeta,
  SuccessEnvelope,
} from './envelope/envelope.ts'
export type { RespondInput } from './envelope/respond-input.ts'
export { respond, respondOrReport, type Responded } from './envelope/respond.ts'
export { startStopwatch, type Stopwatch } from './envelope/stopwatch.ts'
export { stripTerminalCodes } from './json/clean-text.ts'
export type { JsonObject, JsonValue } from './json/json-value.ts'
export type { SerialisationChange } from './json/rules.ts'
export { stringifyJson, type StringifyOptions } from './json/stringify.ts'
export { toJsonValue, type Serialised, type SerialiseOptions } from './json/to-json-value.ts'
export { Defect } from './outcome/defect.ts'
export {
  fail,
  succeed,
  type ExitName,
  type FailureOutcome,
  type Outcome,
  type OutcomeError,
  type OutcomeErrorInput,
  type OutcomeMeta,
  type Phase,
  type ReadOutcome,
  type Redirect,
  type SuccessOutcome,
} from './outcome/outcome.ts'
export { SuretyError, suretyError, type SuretyErrorFacts } from './outcome/surety-error.ts'
export type { ContractProblem } from './validate/contract-problem.ts'
export { validateEnvelope } from './validate/validate-envelope.ts'
export { validateManifest } from './validate/validate-manifest.ts'
