import { isJsonObject } from '../../contract/index.ts'
import type { Weigh } from '../dialect.ts'

export const SCHEMA_TAG = 'animus.cli.v1'

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
