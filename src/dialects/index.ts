export { checkDescription } from './described/check.ts'
export { defineDialect, type DescribedDialect } from './described/define.ts'
export type { DialectDescription, ErrorDescription, Place } from './described/description.ts'
export { loadDialectFile, parseDialectFile, type ParsedDialect } from './described/file.ts'
export { parseCaptureLine, type CaptureLine } from './stream/capture-line.ts'
export {
  decodeCaptureStream,
  type CaptureStreamOptions,
  type CaptureSummary,
} from './stream/capture-stream.ts'
export type { LineError } from './stream/line-error.ts'
export {
  LineTranslation,
  type TranslationOptions,
  type TranslationSummary,
} from './stream/line-translation.ts'
export type { LossCount, ProblemCount } from './stream/report-counts.ts'
export {
  createLineTranslator,
  type LineResult,
  type LineTranslator,
} from './stream/translate-line.ts'
export {
  translateStream,
  type ByteSource,
  type ByteTarget,
  type TranslateStreamOptions,
} from './stream/translate-stream.ts'
export type {
  Capture,
  DecodeOptions,
  Dialect,
  DialectTraits,
  Encoded,
  EncodedDocument,
  EncodeOptions,
  Encoder,
  InputErrorPlace,
  Layout,
  Loss,
  StowMode,
} from './dialect.ts'
export { decode, type Decoded, type ReadOptions } from './decode.ts'
export { detect, type Candidate, type Detection } from './detect/detect.ts'
export { encode } from './encode.ts'
export { contradictsGeneration, type GenerationClaims } from './spec/generation-evidence.ts'
export { PAY_EXIT_BY_CODE, PAY_RETRYABLE_CODES } from './incur/codes.ts'
export { layOut } from './write/layout.ts'
export { RESERVED, type Stowed } from './write/loss-ledger.ts'
export { LOSS_KINDS, type LossKind } from './write/loss-kinds.ts'
export { DEFAULT_DIALECT, DIALECT_IDS, isDialectId, type DialectId } from './built-in.ts'
export {
  addDialect,
  encodeEveryday,
  isKnownDialect,
  knownDialectIds,
  loadDialect,
  loadEncoder,
  removeDialect,
  traitsOf,
} from './registry.ts'
export { specEncoders } from './spec/encoders.ts'
export { translate, translateWith, type TranslateOptions, type Translation } from './translate.ts'
export { validateCapture, validateDocument, type DocumentProblem } from './validate-document.ts'
