export { loadDialectFile } from './described/file.ts'
export { parseCaptureLine } from './stream/capture-line.ts'
export { decodeCaptureStream, type CaptureSummary } from './stream/capture-stream.ts'
export { LineTranslation } from './stream/line-translation.ts'
export { createLineTranslator } from './stream/translate-line.ts'
export type {
  Capture,
  DecodeOptions,
  Dialect,
  EncodedDocument,
  EncodeOptions,
  Encoder,
  Loss,
} from './dialect.ts'
export { decode, type Decoded, type ReadOptions } from './decode.ts'
export { detect } from './detect/detect.ts'
export { encode } from './encode.ts'
export { contradictsGeneration } from './detect/generation-evidence.ts'
export { PAY_EXIT_BY_CODE } from './incur/codes.ts'
export { layOut } from './write/layout.ts'
export { LOSS_KINDS } from './write/loss-kinds.ts'
export { DIALECT_IDS } from './dialect-ids.ts'
export {
  addDialect,
  isKnownDialect,
  knownDialectIds,
  loadDialect,
  loadEncoder,
} from './registry.ts'
export { specEncoders } from './spec/encoders.ts'
export { encodeSpecSuccess } from './spec/write-success.ts'
export { validateCapture, validateDocument, type DocumentProblem } from './validate-document.ts'
