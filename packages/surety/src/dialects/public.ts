/** What `surety/dialects` offers: reading, writing, detecting and translating what tools print. */
export {
  decode,
  validateCapture,
  validateDocument,
  type Decoded,
  translate,
  type Translation,
} from './read-capture.ts'
export { checkDescription } from './described/check.ts'
export { defineDialect, type DescribedDialect } from './described/define.ts'
export { loadDialectFile, parseDialectFile, type ParsedDialect } from './described/file.ts'
export { detect, type Detection } from './registry/detect.ts'
export type {
  Capture,
  Dialect,
  DocumentProblem,
  Encoded,
  EncodedWithLosses,
  Encoder,
  Loss,
} from './dialect.ts'
export { encode } from './encode.ts'
export { addDialect, loadDialect, loadEncoder, removeDialect } from './registry/load-dialect.ts'
export { DIALECT_IDS } from './registry/built-in.ts'
export { decodeCaptureStream, type CaptureSummary } from './stream/capture-stream.ts'
export { translateStream, type TranslationSummary } from './stream/translate-stream.ts'
