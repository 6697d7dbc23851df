import loses from '../loses.json' with { type: 'json' }
import schema from './schema.json' with { type: 'json' }
import type { FailureOutcome, JsonValue, Outcome, SuccessOutcome } from '../../../contract/index.ts'
import type { Dialect, EncodedDocument, EncodeOptions } from '../../dialect.ts'
import { ctaOfFrameworkError } from '../framework-error.ts'
import { incurExit, isCta, writeIncurError } from '../shared-members.ts'
import { fullTraits } from '../traits.ts'
import { Ledger, RESERVED, type LossKind } from '../../write/loss-ledger.ts'
import { processExit } from '../../write/write-failure.ts'
import { decode } from './decode.ts'

export const dialect = Object.freeze<Dialect>({
  id: 'incur-full',
  ...fullTraits,
  toDocument(outcome, options = {}) {
    const ledger = new Ledger(outcome, options.stow)
    return outcome.ok ? writeSuccess(outcome, ledger) : writeFailure(outcome, ledger, options)
  },
  title: 'incur, full: ok, data or error, meta',
  decode,
  toJson: async (capture) => (await import('../rendering.ts')).toJsonCapture(capture),
  schema,
  loses: loses.full as LossKind[],
})

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  ledger.wrote('/data')
  const meta = writeMeta(outcome, ledger)
  const { stowed, losses } = ledger.close('/meta')
  if (stowed) meta[RESERVED] = stowed as JsonValue
  return {
    document: { ok: true, data: outcome.data, meta },
    stream: 'stdout',
    exit_code: 0,
    layout: 'pretty',
    losses,
  }
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const exit = incurExit(outcome, options)
  if (outcome.data === null) ledger.wrote('/data')
  const error = writeIncurError(outcome, exit, ledger, options, '/error/extra')
  const cta = ctaOfFrameworkError(outcome, options)
  const meta = writeMeta(outcome, ledger)
  const { stowed, losses } = ledger.close('/meta')
  if (stowed) meta[RESERVED] = stowed as JsonValue
  return {
    document: { ok: false, error, meta: cta ? { cta, ...meta } : meta },
    stream: 'stdout',
    exit_code: processExit(outcome, exit),
    layout: 'pretty',
    losses,
  }
}

function writeMeta({ meta }: Outcome, ledger: Ledger): Record<string, JsonValue> {
  const written: Record<string, JsonValue> = {
    command: meta.command ?? '',
    duration: `${meta.duration_ms ?? 0}ms`,
  }
  ledger.readsAs('/meta/command', meta.command ?? '')
  ledger.readsAs('/meta/duration_ms', meta.duration_ms ?? 0)
  const { cta, nextOffset = meta['next_offset'] } = meta
  if (isCta(cta)) {
    written['cta'] = cta as JsonValue
    ledger.wrote('/meta/cta')
  }
  if (Number.isInteger(nextOffset)) {
    written['nextOffset'] = nextOffset as JsonValue
    ledger.readsAs('/meta/nextOffset', nextOffset)
  }
  return written
}
