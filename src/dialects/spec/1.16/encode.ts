import type { EncodedDocument, EncodeOptions, Encoder } from '../../dialect.ts'
import type { Outcome } from '../../../contract/index.ts'
import { specTraits } from '../traits.ts'
import { toDocument116 } from './document.ts'

/** The writing half of CLI Agent Spec, contract 1.16. */
export const encoder: Encoder = Object.freeze({
  id: 'spec-1.16',
  ...specTraits['1.16'],
  toDocument(outcome: Outcome, options?: EncodeOptions): EncodedDocument {
    return toDocument116(outcome, options)
  },
})
