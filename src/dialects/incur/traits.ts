import type { JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace } from '../dialect.ts'

/** What is known of incur's full output without loading it. */
export const fullTraits: DialectTraits = Object.freeze({
  placeInputErrors: (errors: JsonObject[]): InputErrorPlace => ({
    error: { field_errors: errors },
  }),
})

/** What is known of incur's compact output without loading it. */
export const compactTraits: DialectTraits = Object.freeze({
  ...fullTraits,
  hasEnvelope: false,
  fullVariant: 'incur-full',
})
