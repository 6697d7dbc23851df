import { isJsonObject } from '../../contract/index.ts'
import type { Weigh } from '../detect/evidence.ts'
import { SCHEMA_TAG } from './codes.ts'

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
