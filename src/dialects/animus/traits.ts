import type { JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace } from '../dialect.ts'

export const traits: DialectTraits = {
  advises: true,
  isClosed: true,
  lacksSuggestions: true,
  placeInputErrors: (errors: JsonObject[]): InputErrorPlace => ({
    error: { details: { stage: 'parse', errors } },
  }),
}
