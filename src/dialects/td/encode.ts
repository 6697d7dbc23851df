import type { FailureOutcome, JsonObject, Outcome, SuccessOutcome } from '../../contract/index.ts'
import { categoryOfCode } from '../read/error-categories.ts'
import type { EncodedDocument, EncodeOptions, Encoder } from '../dialect.ts'
import { placeAdvice } from '../write/place-advice.ts'
import { placeData, placeFacts } from '../write/place-facts.ts'
import { Ledger } from '../write/loss-ledger.ts'
import { areNativeDetails, recordDerived, processExit, withStowed } from '../write/write-stowed.ts'
import { FALLBACK_TYPE, NOT_MODIFIED_TYPE, TD_CATEGORIES } from './codes.ts'

/** The writing half of td: results on stdout with a type, errors on stderr. */
export const encoder: Encoder = Object.freeze({
  id: 'td',
  toDocument(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
    const ledger = new Ledger(outcome, options.stow)
    return outcome.ok ? writeSuccess(outcome, ledger) : writeFailure(outcome, ledger, options)
  },
})

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  const { type: named, not_modified: isUnmodified } = outcome.meta
  // A type names the shape that is there, and there is none.
  const type = isUnmodified === true ? NOT_MODIFIED_TYPE : (named ?? FALLBACK_TYPE)
  ledger.wrote('/data')
  ledger.readsAs('/meta/type', type)
  return {
    document: { ok: true, type, data: outcome.data },
    stream: 'stdout',
    exit_code: 0,
    layout: 'pretty-ascii',
    losses: ledger.close(null).losses,
  }
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const { error } = outcome
  const { code, message, suggestion = '' } = error
  if (outcome.data === null) ledger.wrote('/data')
  ledger.wrote('/error/code', '/error/message')
  ledger.readsAs('/error/suggestion', suggestion || undefined)
  recordDerived(ledger, outcome, {
    category: categoryOfCode(TD_CATEGORIES, code),
    retryable: null,
    recovery: 'unknown',
  })
  const native = areNativeDetails(error.details)
  if (native) ledger.wrote('/error/details')
  const advice = placeAdvice(error, options, ledger)
  const facts = placeFacts(outcome, '/error/details', error.details, options, ledger)
  const data = placeData(outcome, '/error/details', options, ledger)
  const { stowed, losses } = ledger.close('/error/details')
  const own = { ...(native && error.details), ...advice, ...facts, ...data }
  const details = withStowed(own as JsonObject, stowed)
  return {
    document: {
      ok: false,
      error: {
        code,
        message,
        suggestion,
        ...(Object.keys(details).length > 0 && { details }),
      },
    },
    stream: 'stderr',
    exit_code: processExit(outcome, 1),
    layout: 'pretty-ascii',
    losses,
  }
}
