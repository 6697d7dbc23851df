import tables from '../tables.json' with { type: 'json' }
import schema from './schema.json' with { type: 'json' }
import {
  deriveRecovery,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
} from '../../../contract/index.ts'
import { addMembers } from '../../../internal/json/json-members.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_2_COMMON,
  TIMEOUT_CODE,
  TIMEOUT_MESSAGE,
  CLAW_2_CATEGORIES,
  isMissingKind,
  kindFor,
  OPERATION_OF,
} from '../kinds.ts'
import { traits } from '../traits.ts'
import type { Dialect, EncodedDocument, EncodeOptions } from '../../dialect.ts'
import { Ledger, RESERVED, type Loss, type LossKind } from '../../write/loss-ledger.ts'
import {
  fitsFlat,
  writeFlatData,
  writeLeftovers,
  firstInputError,
  requestedCommand,
  withoutInputErrors,
} from '../flat-payload.ts'
import { placeAdvice, placeFacts, recordDerived, processExit } from '../../write/write-failure.ts'
import { decode } from './decode.ts'

const OWN: ReadonlySet<string> = new Set([...CLAW_2_COMMON, 'error', RESERVED])

export const dialect = Object.freeze<Dialect>({
  id: 'claw-2.0',
  ...traits,
  toDocument(outcome, options = {}) {
    const ledger = new Ledger(outcome, options.stow)
    if (outcome.ok) return writeSuccess(outcome, ledger, options)
    return isBareTimeout(outcome)
      ? writeTimeout(outcome, ledger, options)
      : writeFailure(outcome, ledger, options)
  },
  title: 'claw 2.0: common members, flat payload, error object',
  decode,
  schema,
  cancelledExit: 1,
  loses: tables.loses['2.0'] as LossKind[],
})

function writeSuccess(
  outcome: SuccessOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const common = writeCommon(outcome, 0, ledger, options)
  const payload = writeFlatData(outcome.data, OWN, ledger)
  const { stowed, losses } = ledger.close('')
  addMembers(common, payload)
  if (stowed) common[RESERVED] = stowed as JsonValue
  return finish(common, 0, losses)
}

/** Tests for a timeout as claw reports it: exit 2 and a payload, without an error. */
function isBareTimeout(outcome: FailureOutcome): boolean {
  const { data, error } = outcome
  if (processExit(outcome, 2) !== 2) return false
  return error.code === TIMEOUT_CODE && error.details === undefined && fitsFlat(data, OWN)
}

function writeTimeout(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const exit = processExit(outcome, 2)
  const common = writeCommon(outcome, exit, ledger, options)
  ledger.wrote('/data', '/error/code')
  ledger.readsAs('/error/message', TIMEOUT_MESSAGE)
  ledger.readsAs('/error/synthesised', true)
  recordDerived(ledger, outcome, { category: 'TIMEOUT', retryable: null, recovery: 'unknown' })
  const { stowed, losses } = ledger.close('')
  addMembers(common, outcome.data as JsonObject)
  if (stowed) common[RESERVED] = stowed as JsonValue
  return finish(common, exit, losses)
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const { error } = outcome
  const exit = processExit(outcome, error.category === 'TIMEOUT' ? 2 : 1)
  const common = writeCommon(outcome, exit, ledger, options)
  const kind = kindFor(error.code, error.category)
  const said = withoutInputErrors(outcome, options)
  const leftovers = isMissingKind(kind)
    ? writeMissing(said, ledger, options)
    : writeLeftovers(said, OWN, ledger, options)
  const category = categoryOfCode(CLAW_2_CATEGORIES, kind, exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR')
  const retryable = error.recovery === 'identical'
  ledger.wrote('/error/message')
  ledger.readsAs('/error/code', kind)
  recordDerived(ledger, outcome, {
    category,
    retryable,
    recovery: deriveRecovery({ retryable, category }),
  })
  ledger.readsAs('/error/suggestion', error.suggestion || undefined)
  const place = placeOf(outcome, kind)
  ledger.readsAs('/error/operation', place.operation)
  ledger.readsAs('/error/target', place.target)
  const advice = placeAdvice(error, options, ledger)
  const facts = placeFacts(outcome, '/error', undefined, options, ledger)
  const { stowed, losses } = ledger.close('/error')
  const written: Record<string, JsonValue> = { kind }
  if (place.operation !== undefined) written['operation'] = place.operation
  if (place.target !== undefined) written['target'] = place.target
  written['retryable'] = retryable
  written['message'] = error.message
  if (error.suggestion) written['hint'] = error.suggestion
  addMembers(written, advice)
  addMembers(written, facts)
  if (stowed) written[RESERVED] = stowed as JsonValue
  addMembers(common, leftovers)
  common['error'] = written
  return finish(common, exit, losses)
}

/** Adds what a document about a missing entity must have: its name, and that it was not found. */
function writeMissing(outcome: FailureOutcome, ledger: Ledger, options: EncodeOptions): JsonObject {
  const { error } = outcome
  const details = fitsFlat(error.details, OWN) ? error.details : {}
  const said = { ...writeLeftovers(outcome, OWN, ledger, options), ...details }
  const names = [said['name'], error.target, said['session_id']]
  const name = names.find((each) => typeof each === 'string') ?? ''
  const members = { name, found: false }
  if (details['found'] === false && details['name'] === name) return said
  ledger.readsAs('/error/details', { ...members, ...details, ...members })
  return { ...members, ...said, ...members }
}

/** Returns operation and target, which claw requires except for missing entities. */
function placeOf(
  { error, meta }: FailureOutcome,
  kind: string,
): { readonly operation?: string | undefined; readonly target?: string | undefined } {
  const { operation, target } = error
  // The name of what is missing stands beside the error.
  if (kind.endsWith('_not_found')) return operation === undefined ? {} : { operation, target }
  return {
    operation: operation ?? OPERATION_OF[kind] ?? meta.command ?? 'unknown',
    target: target ?? offendingWord(error.details) ?? '',
  }
}

function offendingWord(details: JsonObject | undefined): string | undefined {
  const first = firstInputError(details)
  return [first?.['value'], first?.['param']].find((word) => typeof word === 'string')
}

function writeCommon(
  outcome: Outcome,
  exit: number,
  ledger: Ledger,
  options: EncodeOptions,
): Record<string, JsonValue> {
  const { meta } = outcome
  const common = {
    timestamp: wholeSeconds(meta.timestamp, options.now ?? (() => new Date())),
    command: meta.command ?? requestedCommand(outcome) ?? '<missing>',
    exit_code: exit,
    output_format: 'json',
    schema_version: meta.schema_version ?? '2.0',
  }
  ledger.readsAs('/meta/timestamp', common.timestamp)
  ledger.readsAs('/meta/command', common.command)
  ledger.readsAs('/meta/output_format', common.output_format)
  ledger.readsAs('/meta/schema_version', common.schema_version)
  return common
}

const MILLISECONDS = '.000Z'

/** Returns a time in the only form that claw has: UTC and whole seconds. */
function wholeSeconds(text: string | undefined, now: () => Date): string {
  const given = text === undefined ? Number.NaN : Date.parse(text)
  const time = Number.isNaN(given) ? now() : new Date(given)
  return `${time.toISOString().slice(0, -MILLISECONDS.length)}Z`
}

function finish(document: JsonObject, exit: number, losses: readonly Loss[]): EncodedDocument {
  return { document, stream: 'stdout', exit_code: exit, layout: 'pretty', losses }
}
