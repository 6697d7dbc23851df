import { respondSuccess, type JsonValue, type Outcome } from '../../../contract/index.ts'
import type { EncodedDocument, Loss, StowMode } from '../../dialect.ts'
import { RESERVED } from '../../write/reserved-member.ts'

/** The losses of a document that says everything. */
export const NOTHING_LOST: readonly Loss[] = Object.freeze([])

const SCALAR_WRAPPED: readonly Loss[] = Object.freeze([
  { pointer: '/data', kind: 'scalar_data', stowed_at: '/data/value' },
])

/**
 * Writes an ordinary success as an envelope, which is the same in contracts 1.0 and 1.6. Returns null for
 * everything that needs the whole encoder: failures, cache hits, null, cut answers. A scalar is wrapped,
 * unless its translation must be exact.
 */
export function encodeSpecSuccess(
  outcome: Outcome,
  stow: StowMode = 'plain',
): EncodedDocument | null {
  if (!outcome.ok || Object.hasOwn(outcome.meta, RESERVED)) return null
  if (outcome.meta['warning_context'] !== undefined) return null
  const { data } = outcome
  const isScalar = typeof data !== 'object'
  if (isScalar && stow === 'exact') return null
  const envelope = respondSuccess(isScalar ? { ...outcome, data: { value: data } } : outcome)
  if (envelope === null) return null
  return {
    document: envelope as unknown as JsonValue,
    stream: 'stdout',
    exit_code: 0,
    layout: 'compact',
    losses: isScalar ? SCALAR_WRAPPED : NOTHING_LOST,
  }
}
