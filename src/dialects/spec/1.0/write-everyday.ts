import { isNamedByContract, type JsonValue, type Outcome } from '../../../contract/index.ts'
import type { EncodedDocument } from '../../dialect.ts'
import { RESERVED } from '../../write/reserved-member.ts'
import { encodeSpecSuccess, NOTHING_LOST } from '../write/write-success.ts'

/** The number of ARG_ERROR in contract 1.0. */
const ARG_ERROR = 3

/**
 * Writes a plain success, or a call that was refused for its input, exactly as the encoder would, so that
 * the two most frequent answers need neither tables nor a record of losses. Returns null for all others.
 */
export function encodeEveryday(outcome: Outcome): EncodedDocument | null {
  return outcome.ok ? encodeSpecSuccess(outcome) : encodeRefusal(outcome)
}

function encodeRefusal(outcome: Extract<Outcome, { ok: false }>): EncodedDocument | null {
  const { exit, data, error, warnings, meta } = outcome
  if (exit !== 'ARG_ERROR' || data !== null || error.category !== exit) return null
  if (error.recovery !== 'after_fix' || error.phase === undefined) return null
  const { duration_ms: duration } = meta
  if (!Number.isInteger(duration) || Number(duration) < 0) return null
  for (const key of Object.keys(error)) if (!PLAIN.includes(key)) return null
  for (const key of Object.keys(meta)) {
    if (key === RESERVED || key === 'warning_context' || isNamedByContract(key)) return null
    if (meta[key] === undefined) return null
  }
  const { code, message, detail, phase, suggestion } = error
  if (!code.trim() || !message.trim() || suggestion === '') return null
  const document = {
    ok: false,
    data: null,
    error: {
      code,
      message,
      ...(detail !== undefined && { detail }),
      retryable: true,
      phase,
      ...(suggestion !== undefined && { suggestion }),
    },
    warnings,
    meta: { duration_ms: duration, ...meta },
  }
  return {
    document: document as unknown as JsonValue,
    stream: 'stdout',
    exit_code: ARG_ERROR,
    layout: 'compact',
    losses: NOTHING_LOST,
  }
}

/** The members of an error that contract 1.0 has, and those that follow from the exit. */
const PLAIN = 'code category message detail retryable recovery phase suggestion'.split(' ')
