// What a run writes with: nothing here reads, so a tool that only answers loads no reader.
export type { Dialect, EncodedDocument, EncodeOptions, Encoder } from './dialect.ts'
export { isDialectId, successWriterOf, traitsOf } from './registry/registry.ts'
export {
  isKnownDialect,
  knownDialectIds,
  loadDialect,
  loadEncoder,
  loadLosslessEncoder,
} from './registry/load-dialect.ts'
export { wordFor } from './registry/word-for.ts'
export { DEFAULT_DIALECT } from './registry/built-in.ts'
export { specEncoders } from './spec/encoders.ts'
