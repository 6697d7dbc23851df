/** What `surety/contract/schema` offers: the JSON Schemas of the contract, as functions of a generation. */
export { envelopeSchema } from './envelope.ts'
export { exitCodeEntrySchema, exitCodeSchema } from './exit-code.ts'
export { leanManifestSchema, manifestSchema } from './manifest.ts'
export { outcomeSchema } from './outcome.ts'
