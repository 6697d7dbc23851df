import type { JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace } from '../dialect.ts'

/** What is known of animus without loading it. */
export const traits: DialectTraits = Object.freeze({
  placeInputErrors: (errors: JsonObject[]): InputErrorPlace => ({
    error: { details: { stage: 'parse', errors } },
  }),
})
