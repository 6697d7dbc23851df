export { dialectProblems } from './described/check.ts'
export { defineDialect } from './described/define.ts'
export { parseCaptureLine, decodeCaptureStream } from './stream/capture-stream.ts'
export {
  createTranslator,
  readDocument,
  type TranslatedDocument,
} from './stream/translate-document.ts'
export { translateLines } from './stream/translate-stream.ts'
export type {
  Capture,
  DecodeOptions,
  Dialect,
  DocumentProblem,
  EncodedDocument,
  EncodeOptions,
  Encoder,
} from './dialect.ts'
export {
  decode,
  validateCapture,
  validateDocument,
  withImpliedExit,
  type DecodedIn,
} from './read-capture.ts'
export { detectRendered, LIKELY } from './registry/detect.ts'
export { encode } from './encode.ts'
export { contradictsGeneration } from './spec/rules.ts'
export { PAY_EXIT_BY_CODE } from './incur/codes.ts'
export { OpenCapture } from './read/open-capture.ts'
export {
  contradiction,
  inexactnessWarning,
  isTooDeep,
  MAX_LEVELS,
  mayBeTooDeep,
  plainData,
  warningBeside0,
} from './read/plain-capture.ts'
export { addDialect, isDialectFile, lossesIn } from './registry/load-dialect.ts'
export { unknownDialect } from './registry/unknown-dialect.ts'
export { DIALECT_IDS } from './registry/built-in.ts'
export * from './wires.ts'
export { encoder116 } from './spec/1.16/encoder.ts'
export { encoder16 } from './spec/1.6/encoder.ts'
