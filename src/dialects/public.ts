/** What `surety/dialects` offers: reading, writing, detecting and translating what tools print. */
export { decode, type Decoded, type ReadOptions } from './decode.ts'
export { checkDescription } from './described/check.ts'
export { defineDialect, type DescribedDialect } from './described/define.ts'
export type { DialectDescription } from '../description/index.ts'
export { loadDialectFile, parseDialectFile, type ParsedDialect } from './described/file.ts'
export { detect, type Detection } from './detect/detect.ts'
export { DIALECT_IDS, type DialectId } from './registry/built-in.ts'
export type {
  Capture,
  DecodeOptions,
  Dialect,
  Encoded,
  EncodedDocument,
  EncodeOptions,
  Encoder,
  Loss,
} from './dialect.ts'
export { encode } from './encode.ts'
export { addDialect, knownDialectIds, removeDialect } from './registry/other-dialects.ts'
export { loadDialect, loadEncoder } from './registry/registry.ts'
export {
  decodeCaptureStream,
  type CaptureStreamOptions,
  type CaptureSummary,
} from './stream/capture-stream.ts'
export type { TranslationSummary } from './stream/line-translation.ts'
export {
  translateStream,
  type ByteSource,
  type ByteTarget,
  type TranslateStreamOptions,
} from './stream/translate-stream.ts'
export { translate, type TranslateOptions, type Translation } from './translate.ts'
export { validateCapture, validateDocument, type DocumentProblem } from './validate-document.ts'
export { LOSS_KINDS, type LossKind } from './write/loss-kinds.ts'
