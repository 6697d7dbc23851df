export type {
  Capture,
  DecodeOptions,
  Dialect,
  Encoded,
  EncodedDocument,
  EncodeOptions,
  Encoder,
  Layout,
  Loss,
} from './dialect.ts'
export { encode } from './encode.ts'
export { layOut } from './layout.ts'
export { RESERVED, type Stowed } from './ledger.ts'
export { LOSS_KINDS, type LossKind } from './loss-kinds.ts'
export {
  addDialect,
  DIALECT_IDS,
  isDialectId,
  isKnownDialect,
  knownDialectIds,
  loadDialect,
  loadEncoder,
  removeDialect,
  type DialectId,
} from './registry.ts'
