import tables from '../tables.json' with { type: 'json' }
import schema from './schema.json' with { type: 'json' }
import type {
  FailureOutcome,
  JsonObject,
  JsonValue,
  Outcome,
  SuccessOutcome,
} from '../../../contract/index.ts'
import { addMembers } from '../../../internal/json/json-members.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_1_ERROR_MEMBERS,
  CLAW_1_RESULT_MEMBERS,
  CLAW_2_COMMON,
  TIMEOUT_CODE,
  CLAW_1_CATEGORIES,
  FROM_2_0,
} from '../kinds.ts'
import {
  requestedCommand,
  withoutInputErrors,
  fitsFlat,
  isWrapped,
  writeFlatData,
  writeFlatLeftovers,
  writeLeftovers,
} from '../flat-payload.ts'
import { traits } from '../traits.ts'
import type { Dialect, EncodedDocument, EncodeOptions } from '../../dialect.ts'
import { Ledger, RESERVED, type Loss, type LossKind, type Stowed } from '../../write/loss-ledger.ts'
import { placeAdvice, placeFacts, recordDerived, processExit } from '../../write/write-failure.ts'
import { decode } from './decode.ts'

/** No payload may have the members by which 2.0 differs; such a payload is wrapped. */
const NOT_PAYLOAD = [...CLAW_2_COMMON, RESERVED]
const RESULT_OWN: ReadonlySet<string> = new Set([...CLAW_1_RESULT_MEMBERS, ...NOT_PAYLOAD])
const ERROR_OWN: ReadonlySet<string> = new Set([...CLAW_1_ERROR_MEMBERS, ...NOT_PAYLOAD])

export const dialect = Object.freeze<Dialect>({
  id: 'claw-1.0',
  ...traits,
  toDocument(outcome, options = {}) {
    const ledger = new Ledger(outcome, options.stow)
    return outcome.ok ? writeSuccess(outcome, ledger) : writeFailure(outcome, ledger, options)
  },
  title: 'claw 1.0: flat, told apart by type',
  decode,
  schema,
  cancelledExit: 1,
  loses: tables.loses['1.0'] as LossKind[],
})

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  const payload = writeFlatData(outcome.data, RESULT_OWN, ledger)
  const document = startResult(outcome, ledger)
  const { stowed, losses } = ledger.close('')
  return finish(document, payload, stowed, 0, losses)
}

/** Writes what a time limit stopped: the result so far stands beside the error, as in a result. */
function writeUnfinished(outcome: FailureOutcome, ledger: Ledger): JsonObject {
  const { data } = outcome
  const { details, ...error } = outcome.error
  if (details === undefined && fitsFlat(data, ERROR_OWN) && Object.keys(data).length > 0) {
    ledger.wrote('/data')
    return data
  }
  // Readers take flat members for data, so the details do not stand there.
  return writeFlatLeftovers({ ...outcome, error }, ERROR_OWN, ledger)
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const { error, meta } = outcome
  const exit = processExit(outcome, error.category === 'TIMEOUT' ? 2 : 1)
  const kind = kindFor(error.code)
  const leftovers =
    exit === 2 && kind === TIMEOUT_CODE
      ? writeUnfinished(outcome, ledger)
      : writeLeftovers(withoutInputErrors(outcome, options), ERROR_OWN, ledger, options)
  const command = meta.command ?? requestedCommand(outcome)
  ledger.wrote('/error/message')
  ledger.readsAs('/meta/command', command)
  ledger.readsAs('/error/code', kind)
  ledger.readsAs('/error/suggestion', error.suggestion || undefined)
  recordDerived(ledger, outcome, {
    category: categoryOfCode(CLAW_1_CATEGORIES, kind, exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR'),
    retryable: null,
    recovery: 'unknown',
  })
  // Beside wrapped data, or data that a time limit stopped, they would be read as data.
  const isBesideData = Object.keys(leftovers).length > 0 && error.details === undefined
  const hasRoom = !isBesideData && !isWrapped(leftovers) && kind !== TIMEOUT_CODE
  const advice = hasRoom ? placeAdvice(error, options, ledger) : {}
  const facts = hasRoom ? placeFacts(outcome, '', error.details, options, ledger) : {}
  const { stowed, losses } = ledger.close('')
  const document: Record<string, JsonValue> = { type: 'error' }
  if (command !== undefined) document['command'] = command
  document['error'] = error.message
  document['kind'] = kind
  document['hint'] = error.suggestion || null
  addMembers(document, advice)
  addMembers(document, facts)
  return finish(document, leftovers, stowed, exit, losses)
}

/** Avoids `kind: "error"`, which readers do not take as a kind of error. */
function kindFor(code: string): string {
  if (Object.hasOwn(FROM_2_0, code)) return FROM_2_0[code] ?? code
  return code === 'error' || code === '' ? 'unknown' : code
}

function startResult({ meta }: Outcome, ledger: Ledger): Record<string, JsonValue> {
  if (meta.command === undefined) return { type: 'success' }
  ledger.wrote('/meta/command')
  return { type: 'success', kind: meta.command }
}

function finish(
  document: Record<string, JsonValue>,
  payload: JsonObject,
  stowed: Stowed | undefined,
  exit: number,
  losses: readonly Loss[],
): EncodedDocument {
  addMembers(document, payload)
  if (stowed) document[RESERVED] = stowed as JsonValue
  return { document, stream: 'stdout', exit_code: exit, layout: 'pretty', losses }
}
