import {
  isFailureName,
  type FailureOutcome,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
} from '../../../contract/index.ts'
import type { EncodedDocument, EncodeOptions } from '../../dialect.ts'
import { Ledger, RESERVED, type Stowed } from '../../write/loss-ledger.ts'
import { chooseExit, numberOf } from '../exits/choose-exit.ts'
import { writeSpecError, type SpecExit } from '../write/write-error.ts'
import { isIncompleteWork } from './incomplete-work.ts'
import { writeMeta116 } from './meta.ts'
import { toCodedWarning, warningText, writableContexts, type CodedWarning } from './warnings.ts'

/** Writes an outcome as an envelope of contract 1.16. */
export function toDocument116(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
  const ledger = new Ledger(outcome, options.stow ?? 'plain')
  return outcome.ok ? writeSuccess(outcome, ledger) : writeFailure(outcome, ledger, options)
}

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  const warnings = writeWarnings(outcome, ledger)
  const meta = writeMeta116(outcome, 0, ledger)
  const data = writeData(outcome.data, outcome.meta.not_modified === true ? null : {}, ledger)
  const { stowed, losses } = ledger.close('/meta')
  if (stowed) meta[RESERVED] = stowedJson(stowed)
  return finish({ ok: true, data, error: null, warnings, meta }, 0, losses)
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const exit = exitOf(outcome, options)
  const read = typeof exit === 'string' && isFailureName(exit) ? exit : 'GENERAL_ERROR'
  if (typeof exit === 'string') ledger.readsAs('/exit', exit)
  else ledger.readsAs('/exit', read, true)
  ledger.readsAs('/error/category', read, typeof exit !== 'string')
  const error = writeSpecError({ generation: '1.16', outcome, exit, ledger, options })
  const number = numberOf(exit, '1.16')
  const warnings = writeWarnings(outcome, ledger)
  const meta = writeMeta116(outcome, number, ledger)
  const data = writeData(outcome.data, null, ledger)
  const { stowed, losses } = ledger.close('/error')
  if (stowed) error[RESERVED] = stowedJson(stowed)
  return finish({ ok: false, data, error, warnings, meta }, number, losses)
}

/** An incomplete exit needs its data; without it nobody could go on. */
function exitOf(outcome: FailureOutcome, options: EncodeOptions): SpecExit {
  const isIncomplete = outcome.exit === 'INCOMPLETE' && outcome.error.code === 'INCOMPLETE'
  if (isIncomplete && isIncompleteWork(outcome.data)) return 'INCOMPLETE'
  return chooseExit(outcome, options)
}

function writeData(data: JsonValue, nothing: JsonValue, ledger: Ledger): JsonValue {
  if (data === null) {
    if (nothing === null) ledger.wrote('/data')
    return nothing
  }
  if (typeof data === 'object') {
    ledger.wrote('/data')
    return data
  }
  ledger.movedData('/data/value')
  return { value: data }
}

function writeWarnings({ warnings, meta }: Outcome, ledger: Ledger): readonly CodedWarning[] {
  const contexts = writableContexts(meta, warnings.length)
  if (contexts) ledger.wroteMeta('warning_context')
  const written = warnings.map((text, index) => toCodedWarning(text, contexts?.[index]))
  ledger.readsAs(
    '/warnings',
    written.map((warning) => warningText(warning as unknown as JsonValue)),
  )
  return written
}

function stowedJson(stowed: Stowed): JsonValue {
  return stowed as JsonValue
}

function finish(
  document: object,
  exitCode: number,
  losses: EncodedDocument['losses'],
): EncodedDocument {
  return {
    document: document as unknown as JsonValue,
    stream: 'stdout',
    exit_code: exitCode,
    layout: 'compact',
    losses,
  }
}
