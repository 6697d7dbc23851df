export { DELEGATED, defineExitCode, type CustomExitCode } from './codes/custom-exit.ts'
export { Defect, defect } from './outcome/defect.ts'
export { toCodeWord } from './codes/code-word.ts'
export {
  ERROR_CODES,
  FEATURE_META,
  isErrorCode,
  isNotice,
  type ErrorCode,
} from './codes/error-codes.ts'
export {
  CONTINUATION_EXITS,
  defaultRetryable,
  defaultSideEffects,
  EXIT_CODE_TABLES,
  FAILURE_NAMES,
  isAfterFix,
  isCommandNumber,
  isFailureName,
  isNeverRetryable,
  isStandardExitName,
  NEEDS_A_CHANGE,
  perGeneration,
  rangeOf,
  SIGNAL_EXITS,
  standardExitName,
  deriveRecovery,
  PHASES,
  RECOVERIES,
  recoveryOfExit,
  REDIRECT_REASONS,
  RETRY_STRATEGIES,
  type ExitCodeRow,
  type FailureName,
  type Generation,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from './codes/exit-codes.ts'
export {
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from './json/json-value.ts'
export {
  ERROR_MEMBERS,
  fail,
  isSignalExitName,
  signalExitName,
  succeed,
  SuretyError,
  suretyError,
  type ExitName,
  type FailureOutcome,
  type NextSteps,
  type Outcome,
  type OutcomeError,
  type OutcomeErrorInput,
  type OutcomeMeta,
  type Phase,
  type ReadOutcome,
  type RedirectReason,
  type SuccessOutcome,
  type SuretyErrorFacts,
} from './outcome/outcome.ts'
export type { AsJson, CallSignature } from './outcome/call-signature.ts'
export { respond } from './envelope/respond.ts'
export { META_KEYS, startStopwatch, type FailureExit, type Stopwatch } from './envelope/envelope.ts'
export { toJsonValue, cleanText } from './json/to-json-value.ts'
export { SERIALISATION_RULES, type SerialisationChange } from './json/rules.ts'
export { ENVELOPE_SCHEMAS, validateEnvelope } from './validate/validate-envelope.ts'
export { validateManifest } from './validate/validate-manifest.ts'
