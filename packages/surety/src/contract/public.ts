/** What `surety/contract` offers: envelopes, outcomes, exit codes and error codes, and checks of them. */
export { defineExitCode, type CustomExitCode } from './codes/custom-exit.ts'
export { ERROR_CODES } from './codes/error-codes.ts'
export type { ErrorCode } from './codes/error-exits.ts'
export { EXIT_CODE_TABLES, type ExitCodeRow } from './codes/exit-code-tables.ts'
export { ExitCode, standardExitName } from './codes/exit-codes.ts'
export type { FailureName, Generation, StandardExitName } from './codes/exit-names.ts'
export type { Recovery } from './codes/recovery.ts'
export { startStopwatch, type ResponseEnvelope, type Stopwatch } from './envelope/envelope.ts'
export { respond } from './envelope/respond.ts'
export type { JsonObject, JsonValue } from './json/json-value.ts'
export { stringifyJson } from './json/stringify.ts'
export { toJsonValue, type Serialised } from './json/to-json-value.ts'
export { Defect } from './outcome/defect.ts'
export {
  succeed,
  SuretyError,
  suretyError,
  type FailureOutcome,
  type Outcome,
  type OutcomeError,
  type ReadOutcome,
  type SuccessOutcome,
} from './outcome/outcome.ts'
export { fail } from './outcome/fail.ts'
export { validateEnvelope, type ContractProblem } from './validate/validate-envelope.ts'
export { validateManifest } from './validate/validate-manifest.ts'
