export { defineExitCode, type CustomExitCode } from './codes/custom-exit.ts'
export { Defect, defect } from './outcome/defect.ts'
export { toCodeWord } from './codes/code-word.ts'
export { SYSTEM_ERRORS } from './codes/system-errors.ts'
export { ERROR_CODES } from './codes/error-codes.ts'
export { isNotice } from './codes/notices.ts'
export { ERROR_EXITS, isErrorCode, type ErrorCode } from './codes/error-exits.ts'
export { EXIT_CODE_TABLES } from './codes/exit-code-tables.ts'
export { rangeOf } from './codes/exit-ranges.ts'
export {
  defaultRetryable,
  defaultSideEffects,
  EXIT_ROWS,
  INCOMPLETE_ROW,
  isAfterFix,
  isNeverRetryable,
  standardExitName,
} from './codes/exit-codes.ts'
export {
  FAILURE_NAMES,
  isCommandNumber,
  isFailureName,
  isStandardExitName,
  SIGNAL_EXITS,
  type FailureName,
  type Generation,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from './codes/exit-names.ts'
export {
  NEEDS_A_CHANGE,
  deriveRecovery,
  PHASES,
  RECOVERIES,
  recoveryOfExit,
  REDIRECT_REASONS,
  RETRY_STRATEGIES,
} from './codes/recovery.ts'
export {
  isJsonObject,
  parseJson,
  plainJson,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from './json/json-value.ts'
export {
  settle,
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
export { isSignalExitName, signalExitName } from './codes/exit-codes.ts'
export { ERROR_MEMBERS, fail } from './outcome/fail.ts'
export type { AsJson, CallSignature } from './outcome/call-signature.ts'
export { respond } from './envelope/respond.ts'
export { META_KEYS, type FailureExit } from './envelope/envelope.ts'
export { listOf, objectOf } from './json/taken-value.ts'
export { printableText, stripTerminalCodes } from './json/clean-text.ts'
export { toJsonValue } from './json/to-json-value.ts'
export { SERIALISATION_RULES, type SerialisationChange } from './json/rules.ts'
export { ENVELOPE_SCHEMAS } from './validate/validate-envelope.ts'
export { validateManifest } from './validate/validate-manifest.ts'
