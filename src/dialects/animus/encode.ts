import type { FailureOutcome, JsonObject, Outcome, SuccessOutcome } from '../../contract/index.ts'
import { categoryOfCode } from '../read/error-categories.ts'
import type { EncodedDocument, EncodeOptions, Encoder } from '../dialect.ts'
import { placeAdvice } from '../write/place-advice.ts'
import { placeData, placeFacts } from '../write/place-facts.ts'
import { Ledger } from '../write/loss-ledger.ts'
import { areNativeDetails, recordDerived, processExit, withStowed } from '../write/write-stowed.ts'
import { ANIMUS_CATEGORIES, ANIMUS_EXIT_OF, ANIMUS_EXITS, SCHEMA_TAG } from './codes.ts'
import { remediationOf } from './remediation.ts'
import { traits } from './traits.ts'

/** The writing half of animus.cli.v1: one compact line, errors on stderr, five codes. */
export const encoder: Encoder = Object.freeze({
  id: 'animus-1',
  ...traits,
  toDocument(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
    const ledger = new Ledger(outcome, options.stow)
    ledger.readsAs('/meta/schema', SCHEMA_TAG)
    return outcome.ok ? writeSuccess(outcome, ledger) : writeFailure(outcome, ledger, options)
  },
})

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  ledger.wrote('/data')
  return {
    document: { schema: SCHEMA_TAG, ok: true, data: outcome.data },
    stream: 'stdout',
    exit_code: 0,
    layout: 'compact',
    losses: ledger.close(null).losses,
  }
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const { error } = outcome
  const exit = ANIMUS_EXIT_OF[error.category]
  const exit_code = processExit(outcome, exit)
  const { code } = ANIMUS_EXITS[exit]
  if (outcome.data === null) ledger.wrote('/data')
  ledger.wrote('/error/message')
  ledger.readsAs('/error/code', code)
  recordDerived(ledger, outcome, {
    category: categoryOfCode(ANIMUS_CATEGORIES, code),
    retryable: null,
    recovery: 'unknown',
  })
  const own = areNativeDetails(error.details) ? error.details : undefined
  const remedied = options.stow === 'plain' ? withRemediation(own, error.suggestion) : own
  if (own) ledger.wrote('/error/details')
  ledger.readsAs('/error/suggestion', remedied ? remediationOf(remedied) : undefined)
  const placed = {
    ...placeAdvice(error, options, ledger),
    ...placeFacts(outcome, '/error/details', own, options, ledger),
    ...placeData(outcome, '/error/details', options, ledger),
  }
  const { stowed, losses } = ledger.close('/error/details')
  const details = withStowed({ ...remedied, ...placed } as JsonObject, stowed)
  return {
    document: {
      schema: SCHEMA_TAG,
      ok: false,
      error: {
        code,
        message: error.message,
        exit_code,
        ...(Object.keys(details).length > 0 && { details }),
      },
    },
    stream: 'stderr',
    exit_code,
    layout: 'compact',
    losses,
  }
}

/** Adds the suggestion of another tool where animus has its next steps. */
function withRemediation(
  details: JsonObject | undefined,
  suggestion: string | undefined,
): JsonObject | undefined {
  if (!suggestion || Object.hasOwn(details ?? {}, 'remediation')) return details
  return { ...details, remediation: { next_step: suggestion } }
}
