export { dialectProblems } from './described/check.ts'
export { defineDialect } from './described/define.ts'
export { loadDialectFile } from './described/file.ts'
export { parseCaptureLine } from './stream/capture-stream.ts'
export { decodeCaptureStream, type CaptureSummary } from './stream/capture-stream.ts'
export { LineTranslation } from './stream/line-translation.ts'
export { createLineTranslator, LINE_PROBLEMS } from './stream/translate-line.ts'
export type {
  Capture,
  DecodeOptions,
  Dialect,
  EncodedDocument,
  EncodeOptions,
  Encoder,
  Loss,
  StowMode,
} from './dialect.ts'
export { decode, type Decoded, type ReadOptions } from './decode.ts'
export { detectRendered } from './detect.ts'
export { encode, layOut } from './encode.ts'
export { contradictsGeneration } from './spec/evidence.ts'
export { PAY_EXIT_BY_CODE } from './incur/codes.ts'
export { OpenCapture } from './read/open-capture.ts'
export { LOSS_KINDS, type LossKind } from './write/loss-kinds.ts'
export { DEFAULT_DIALECT, DIALECT_IDS, isDialectId } from './registry/built-in.ts'
export {
  addDialect,
  knownDialectIds,
  isKnownDialect,
  loadDialect,
  loadEncoder,
  traitsOf,
} from './registry/registry.ts'
export { specEncoders } from './spec/encoders.ts'
export { validateCapture, validateDocument, type DocumentProblem } from './validate-document.ts'
