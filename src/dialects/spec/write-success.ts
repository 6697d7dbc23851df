import { respondSuccess, type JsonValue, type Outcome } from '../../contract/index.ts'
import type { EncodedDocument, Loss } from '../dialect.ts'
import { RESERVED } from '../write/reserved-member.ts'

const NOTHING_LOST: readonly Loss[] = Object.freeze([])

/**
 * Writes an everyday success as an envelope of either generation, which say it alike. Gives null for
 * everything that the whole encoder has to look at: failures, cache hits, scalars, cut answers.
 */
export function encodeSpecSuccess(outcome: Outcome): EncodedDocument | null {
  if (!outcome.ok || Object.hasOwn(outcome.meta, RESERVED)) return null
  const envelope = respondSuccess(outcome)
  if (envelope === null) return null
  return {
    document: envelope as unknown as JsonValue,
    stream: 'stdout',
    exit_code: 0,
    layout: 'compact',
    losses: NOTHING_LOST,
  }
}
