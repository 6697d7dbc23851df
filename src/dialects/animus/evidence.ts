import { isJsonObject, type JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace, Weigh } from '../dialect.ts'

/** The tag of every animus document. */
export const SCHEMA_TAG = 'animus.cli.v1'

/** The traits of animus. */
export const traits: DialectTraits = {
  lacksSuggestions: true,
  placeInputErrors: (errors: JsonObject[]): InputErrorPlace => ({
    error: { details: { stage: 'parse', errors } },
  }),
}

/** Weighs a document for animus. Its tag is part of the contract, not a version that tools get wrong. */
export const weigh: Weigh = ({ document, has }) => {
  const { schema, error } = document
  if (typeof schema !== 'string' || !has('ok')) return undefined
  const isKnown = schema === SCHEMA_TAG
  const hasExit = isJsonObject(error) && Object.hasOwn(error, 'exit_code')
  return {
    score: isKnown ? 1 : 0.3,
    reasons: [
      isKnown ? 'the schema tag of animus' : 'a schema tag beside ok',
      ...(hasExit ? ['error.exit_code'] : []),
    ],
  }
}
