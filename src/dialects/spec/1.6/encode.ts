import type { Outcome } from '../../../contract/index.ts'
import type { EncodedDocument, EncodeOptions, Encoder } from '../../dialect.ts'
import { toSpecDocument } from '../document.ts'
import { specTraits } from '../traits.ts'

/** The writing half of CLI Agent Spec, contract 1.6. */
export const encoder: Encoder = Object.freeze({
  id: 'spec-1.6',
  ...specTraits['1.6'],
  toDocument(outcome: Outcome, options?: EncodeOptions): EncodedDocument {
    return toSpecDocument('1.6', outcome, options)
  },
})
