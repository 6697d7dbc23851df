import type {
  FailureOutcome,
  JsonObject,
  JsonValue,
  Outcome,
  SuccessOutcome,
} from '../../contract/index.ts'
import { categoryOfCode } from '../categories.ts'
import {
  CLAW_1_ERROR_MEMBERS,
  CLAW_1_RESULT_MEMBERS,
  TIMEOUT_CODE,
  TIMEOUT_MESSAGE,
} from '../claw-members.ts'
import type { EncodedDocument, EncodeOptions, Encoder, Loss } from '../dialect.ts'
import { fitsFlat } from '../flat-payload.ts'
import { writeFlatData, writeFlatLeftovers } from '../flat-writing.ts'
import { Ledger, RESERVED, type Stowed } from '../ledger.ts'
import { noteDerived, processExit } from '../stowing.ts'
import { CLAW_1_CATEGORIES, FROM_2_0 } from './kinds.ts'

const RESULT_OWN: ReadonlySet<string> = new Set([...CLAW_1_RESULT_MEMBERS, RESERVED])
const ERROR_OWN: ReadonlySet<string> = new Set([...CLAW_1_ERROR_MEMBERS, RESERVED])

/** The writing half of claw 1.0: everything flat, `type` tells success from error. */
export const encoder: Encoder = Object.freeze({
  id: 'claw-1.0',
  toDocument(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
    const ledger = new Ledger(outcome, options.stow)
    if (outcome.ok) return writeSuccess(outcome, ledger)
    return isBareTimeout(outcome) ? writeTimeout(outcome, ledger) : writeFailure(outcome, ledger)
  },
})

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  const payload = writeFlatData(outcome.data, RESULT_OWN, ledger)
  const verb = writeVerb(outcome, ledger)
  const { stowed, losses } = ledger.close('')
  return finish({ type: 'success', ...verb, ...payload, ...reserved(stowed) }, 0, losses)
}

/** claw reports a time limit by exit 2 and payload, without an error. */
function isBareTimeout(outcome: FailureOutcome): boolean {
  const { data, error } = outcome
  if (processExit(outcome, 2) !== 2) return false
  return error.code === TIMEOUT_CODE && error.details === undefined && fitsFlat(data, RESULT_OWN)
}

function writeTimeout(outcome: FailureOutcome, ledger: Ledger): EncodedDocument {
  const verb = writeVerb(outcome, ledger)
  ledger.says('/data', '/error/code')
  ledger.reads('/error/message', TIMEOUT_MESSAGE)
  ledger.reads('/error/synthesised', true)
  noteDerived(ledger, outcome, { category: 'TIMEOUT', retryable: null, recovery: 'unknown' })
  const { stowed, losses } = ledger.close('')
  const payload = outcome.data as JsonObject
  const document = { type: 'success', ...verb, ...payload, ...reserved(stowed) }
  return finish(document, processExit(outcome, 2), losses)
}

function writeFailure(outcome: FailureOutcome, ledger: Ledger): EncodedDocument {
  const { error, meta } = outcome
  const exit = error.category === 'TIMEOUT' ? 2 : 1
  const leftovers = writeFlatLeftovers(outcome, ERROR_OWN, ledger)
  const kind = kindFor(error.code)
  ledger.says('/error/message', '/meta/command')
  ledger.reads('/error/code', kind)
  ledger.reads('/error/suggestion', error.suggestion || undefined)
  noteDerived(ledger, outcome, {
    category: categoryOfCode(
      CLAW_1_CATEGORIES,
      kind,
      processExit(outcome, exit) === 2 ? 'TIMEOUT' : 'GENERAL_ERROR',
    ),
    retryable: null,
    recovery: 'unknown',
  })
  const { stowed, losses } = ledger.close('')
  const document: JsonObject = {
    type: 'error',
    ...(meta.command !== undefined && { command: meta.command }),
    error: error.message,
    kind,
    hint: error.suggestion || null,
    ...leftovers,
    ...reserved(stowed),
  }
  return finish(document, processExit(outcome, exit), losses)
}

/** `kind: "error"` would be read as a mark and not as a class. */
function kindFor(code: string): string {
  if (Object.hasOwn(FROM_2_0, code)) return FROM_2_0[code] ?? code
  return code === 'error' || code === '' ? 'unknown' : code
}

function writeVerb({ meta }: Outcome, ledger: Ledger): JsonObject {
  if (meta.command === undefined) return {}
  ledger.says('/meta/command')
  return { kind: meta.command }
}

function reserved(stowed: Stowed | undefined): JsonObject {
  return stowed ? { [RESERVED]: stowed as JsonValue } : {}
}

function finish(document: JsonObject, exit: number, losses: readonly Loss[]): EncodedDocument {
  return { document, stream: 'stdout', exit_code: exit, layout: 'pretty', losses }
}
