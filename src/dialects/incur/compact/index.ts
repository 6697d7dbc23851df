import loses from '../loses.json' with { type: 'json' }
import schema from './schema.json' with { type: 'json' }
import {
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type SuccessOutcome,
} from '../../../contract/index.ts'
import type { Dialect, EncodedDocument, EncodeOptions } from '../../dialect.ts'
import { ctaOfFrameworkError } from '../framework-error.ts'
import { incurExit, isCta, writeIncurError } from '../shared-members.ts'
import { compactTraits } from '../traits.ts'
import { Ledger, RESERVED, type LossKind } from '../../write/loss-ledger.ts'
import { processExit } from '../../write/write-failure.ts'
import { saidFailure } from '../../read/read-members.ts'
import { isErrorBody } from './bare-output.ts'
import { decode } from './decode.ts'

export const dialect = Object.freeze<Dialect>({
  id: 'incur-compact',
  ...compactTraits,
  toDocument(outcome, options = {}) {
    const ledger = new Ledger(outcome, options.stow)
    return outcome.ok ? writeSuccess(outcome, ledger) : writeFailure(outcome, ledger, options)
  },
  title: 'incur, compact: the bare result, exit code decides',
  decode,
  // Nothing else is left to tell, and a false failure does less harm than a false success.
  impliedExit: (document) => (isErrorShaped(document) ? 1 : 0),
  toJson: async (capture) => (await import('../rendering.ts')).toJsonCapture(capture),
  schema,
  loses: loses.compact as LossKind[],
})

/** A number of an error is none of HTTP's successes, and not 0. */
function isErrorShaped(document: JsonValue): boolean {
  if (isErrorBody(document) || saidFailure(document) !== undefined) return true
  const { code, message } = Object(document) as JsonObject
  if (typeof code !== 'number' || typeof message !== 'string') return false
  return code !== 0 && !(code >= 200 && code < 300)
}

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  const { data, meta } = outcome
  const holdsCta = isJsonObject(data) && isCta(data['cta'])
  // A reader would take such a member out of the result.
  if (!holdsCta) ledger.wrote('/data')
  const takesCta = isJsonObject(data) && !Object.hasOwn(data, 'cta') && isCta(meta.cta)
  if (takesCta) ledger.wrote('/meta/cta')
  const document = takesCta ? { ...data, cta: meta.cta as JsonValue } : data
  return {
    document: document === null ? undefined : document,
    stream: 'stdout',
    exit_code: 0,
    layout: 'pretty',
    losses: ledger.close(null).losses,
  }
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const exit = incurExit(outcome, options)
  if (outcome.data === null) ledger.wrote('/data')
  const body = writeIncurError(outcome, exit, ledger, options, '/extra')
  const { cta = ctaOfFrameworkError(outcome, options) } = outcome.meta
  const takesCta = isCta(cta)
  if (takesCta) ledger.wrote('/meta/cta')
  const { stowed, losses } = ledger.close('/extra')
  const extra: JsonObject = {
    ...(body['extra'] as JsonObject | undefined),
    ...(stowed && { [RESERVED]: stowed as JsonValue }),
  }
  const { code, message, retryable, extra: _native, ...rest } = body
  const document: JsonObject = {
    code: code ?? '',
    message: message ?? '',
    ...(retryable !== undefined && { retryable }),
    ...(Object.keys(extra).length > 0 && { extra }),
    ...rest,
    ...(takesCta && { cta: cta as JsonValue }),
  }
  return {
    document,
    stream: 'stdout',
    exit_code: processExit(outcome, exit),
    layout: 'pretty',
    losses,
  }
}
