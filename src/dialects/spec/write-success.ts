import { respondSuccess, type JsonValue, type Outcome } from '../../contract/index.ts'
import type { EncodedDocument, Loss } from '../dialect.ts'
import { RESERVED } from '../write/reserved-member.ts'

/** The losses of a document that says everything. */
export const NOTHING_LOST: readonly Loss[] = Object.freeze([])

/**
 * Writes an ordinary success as an envelope, which is the same in contracts 1.0 and 1.6. Returns null for
 * everything that needs the whole encoder: failures, cache hits, scalars, cut answers.
 */
export function encodeSpecSuccess(outcome: Outcome): EncodedDocument | null {
  if (!outcome.ok || Object.hasOwn(outcome.meta, RESERVED)) return null
  if (outcome.meta['warning_context'] !== undefined) return null
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
