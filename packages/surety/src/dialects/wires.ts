// What a run writes with: nothing here reads, so a tool that only answers loads no reader.
export type { Dialect, EncodedDocument, EncodeOptions, Encoder } from './dialect.ts'
export {
  isKnownDialect,
  knownDialectIds,
  loadDialect,
  loadEncoder,
  loadLosslessEncoder,
} from './registry/load-dialect.ts'
export {
  DEFAULT_DIALECT,
  isDialectId,
  successWriterOf,
  traitsOf,
  wordFor,
} from './registry/built-in.ts'
export { encoder10 } from './spec/failure.ts'
