import type {
  FailureOutcome,
  JsonObject,
  JsonValue,
  Outcome,
  SuccessOutcome,
} from '../../../contract/index.ts'
import { addMembers } from '../../../internal/json-members.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_1_ERROR_MEMBERS,
  CLAW_1_RESULT_MEMBERS,
  TIMEOUT_CODE,
  TIMEOUT_MESSAGE,
} from '../members.ts'
import { CLAW_1_WRITTEN } from '../places.ts'
import { traits } from '../traits.ts'
import type { EncodedDocument, EncodeOptions, Encoder, Loss } from '../../dialect.ts'
import { fitsFlat } from '../../write/flat-payload.ts'
import { writeFlatData, writeFlatLeftovers } from '../../write/write-flat.ts'
import { Ledger, RESERVED, type Stowed } from '../../write/loss-ledger.ts'
import { recordDerived, processExit } from '../../write/write-stowed.ts'
import { CLAW_1_CATEGORIES, FROM_2_0 } from './kinds.ts'

const RESULT_OWN: ReadonlySet<string> = new Set([...CLAW_1_RESULT_MEMBERS, RESERVED])
const ERROR_OWN: ReadonlySet<string> = new Set([...CLAW_1_ERROR_MEMBERS, RESERVED])

/** The writing half of claw 1.0: everything flat, `type` tells success from error. */
export const encoder: Encoder = Object.freeze({
  id: 'claw-1.0',
  ...traits,
  writtenPlaces: CLAW_1_WRITTEN,
  toDocument(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
    const ledger = new Ledger(outcome, options.stow)
    if (outcome.ok) return writeSuccess(outcome, ledger)
    return isBareTimeout(outcome) ? writeTimeout(outcome, ledger) : writeFailure(outcome, ledger)
  },
})

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  const payload = writeFlatData(outcome.data, RESULT_OWN, ledger)
  const document = startResult(outcome, ledger)
  const { stowed, losses } = ledger.close('')
  return finish(document, payload, stowed, 0, losses)
}

/** Tests for a timeout as claw reports it: exit 2 and a payload, without an error. */
function isBareTimeout(outcome: FailureOutcome): boolean {
  const { data, error } = outcome
  if (processExit(outcome, 2) !== 2) return false
  return error.code === TIMEOUT_CODE && error.details === undefined && fitsFlat(data, RESULT_OWN)
}

function writeTimeout(outcome: FailureOutcome, ledger: Ledger): EncodedDocument {
  const document = startResult(outcome, ledger)
  ledger.wrote('/data', '/error/code')
  ledger.readsAs('/error/message', TIMEOUT_MESSAGE)
  ledger.readsAs('/error/synthesised', true)
  recordDerived(ledger, outcome, { category: 'TIMEOUT', retryable: null, recovery: 'unknown' })
  const { stowed, losses } = ledger.close('')
  return finish(document, outcome.data as JsonObject, stowed, processExit(outcome, 2), losses)
}

function writeFailure(outcome: FailureOutcome, ledger: Ledger): EncodedDocument {
  const { error, meta } = outcome
  const exit = error.category === 'TIMEOUT' ? 2 : 1
  const leftovers = writeFlatLeftovers(outcome, ERROR_OWN, ledger)
  const kind = kindFor(error.code)
  ledger.wrote('/error/message', '/meta/command')
  ledger.readsAs('/error/code', kind)
  ledger.readsAs('/error/suggestion', error.suggestion || undefined)
  recordDerived(ledger, outcome, {
    category: categoryOfCode(
      CLAW_1_CATEGORIES,
      kind,
      processExit(outcome, exit) === 2 ? 'TIMEOUT' : 'GENERAL_ERROR',
    ),
    retryable: null,
    recovery: 'unknown',
  })
  const { stowed, losses } = ledger.close('')
  const document: Record<string, JsonValue> = { type: 'error' }
  if (meta.command !== undefined) document['command'] = meta.command
  document['error'] = error.message
  document['kind'] = kind
  document['hint'] = error.suggestion || null
  return finish(document, leftovers, stowed, processExit(outcome, exit), losses)
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
