export { AUTH_CODES, isAuthCode, type AuthAction, type AuthCode } from './codes/auth-codes.ts'
export {
  defineExitCode,
  isCustomExitCode,
  type CustomExitCode,
  type CustomExitDeclaration,
} from './codes/custom-exit.ts'
export { Defect, defect } from './outcome/defect.ts'
export type {
  ErrorDetail,
  ErrorDetail16,
  ErrorDetailOf,
  ErrorMembers16,
  FailureEnvelope,
  NotModifiedEnvelope,
  ResponseEnvelope,
  ResponseMeta,
  SuccessEnvelope,
} from './envelope/envelope.ts'
export { ERROR_CODES, isErrorCode, type ErrorCode, type ErrorCodeRow } from './codes/error-codes.ts'
export {
  defaultRetryable,
  defaultSideEffects,
  EXIT_CODE_TABLES,
  EXIT_CODES_1_0,
  EXIT_CODES_1_6,
  EXIT_RANGES,
  ExitCode,
  FAILURE_NAMES,
  isAuthExit,
  isExecutionExit,
  isFailureName,
  isInfrastructureExit,
  isInGroup,
  isInputExit,
  isResourceExit,
  isRoutingExit,
  isStandardExitName,
  isSuccessExit,
  rangeOf,
  SIGNAL_EXITS,
  standardExitName,
  type ExitCodeRow,
  type ExitGroup,
  type ExitRangeUse,
  type FailureName,
  type Generation,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
  type TableRetryable,
  type TableSideEffects,
} from './codes/exit-codes.ts'
export {
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from './json/json-value.ts'
export {
  categoryOfExit,
  fail,
  isSignalExitName,
  succeed,
  type ExitName,
  type FailureOutcome,
  type NextSteps,
  type Outcome,
  type OutcomeDiagnostics,
  type OutcomeError,
  type OutcomeErrorInput,
  type OutcomeMeta,
  type OutcomeProcess,
  type OutcomeSurroundings,
  type Phase,
  type ReadOutcome,
  type Redirect,
  type RedirectReason,
  type RetryStrategy,
  type SuccessOutcome,
} from './outcome/outcome.ts'
export type { ContractProblem, ContractProblemCode } from './validate/contract-problem.ts'
export { copyIfJson } from './json/copy-if-json.ts'
export {
  deriveRecovery,
  recoveryOfExit,
  type Recovery,
  type RecoveryFacts,
} from './codes/recovery.ts'
export { respond, respondOrReport, type Responded } from './envelope/respond.ts'
export { respondSuccess } from './envelope/respond-success.ts'
export type {
  ErrorInputOf,
  FailureExit,
  FailureInput,
  MetaInput,
  NotModifiedInput,
  RedirectInput,
  RespondInput,
  SuccessInput,
} from './envelope/respond-input.ts'
export { toJsonValue, type SerialiseOptions, type Serialised } from './json/to-json-value.ts'
export {
  SERIALISATION_RULES,
  type SerialisationChange,
  type SerialisationKind,
  type SerialisationRule,
} from './json/rules.ts'
export { cleanText, isCleanText, stripTerminalCodes } from './json/clean-text.ts'
export { startStopwatch, type Stopwatch } from './envelope/stopwatch.ts'
export { stringifyJson, type StringifyOptions } from './json/stringify.ts'
export { SuretyError, suretyError, type SuretyErrorFacts } from './outcome/surety-error.ts'
export { validateEnvelope } from './validate/validate-envelope.ts'
export { validateExitCodeEntry, validateManifest } from './validate/validate-manifest.ts'
export {
  DANGER_LEVELS,
  FLAG_TYPES,
  PHASES,
  RECOVERIES,
  REDIRECT_REASONS,
  RETRY_STRATEGIES,
  SIDE_EFFECTS,
} from './codes/vocabulary.ts'
