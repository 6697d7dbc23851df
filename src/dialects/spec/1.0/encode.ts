import type { Outcome } from '../../../contract/index.ts'
import type { EncodedDocument, EncodeOptions, Encoder } from '../../dialect.ts'
import { toSpecDocument } from '../document.ts'
import { specTraits } from '../traits.ts'

/** The writing half of CLI Agent Spec, contract 1.0. */
export const encoder: Encoder = Object.freeze({
  id: 'spec-1.0',
  ...specTraits['1.0'],
  toDocument(outcome: Outcome, options?: EncodeOptions): EncodedDocument {
    return toSpecDocument('1.0', outcome, options)
  },
})
