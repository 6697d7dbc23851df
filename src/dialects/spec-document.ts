import {
  EXIT_CODE_TABLES,
  isFailureName,
  isSignalExitName,
  respond,
  SIGNAL_EXITS,
  type FailureExit,
  type FailureOutcome,
  type Generation,
  type JsonValue,
  type Outcome,
  type RespondInput,
  type SuccessOutcome,
} from '../contract/index.ts'
import { setMember } from '../internal/json-members.ts'
import type { EncodedDocument, EncodeOptions } from './dialect.ts'
import { Ledger, RESERVED } from './ledger.ts'
import { writeSpecError } from './spec-error.ts'
import { encodeSpecSuccess } from './spec-success.ts'

/** Writes an outcome as an envelope of either generation, through `respond()` alone. */
export function toSpecDocument(
  generation: Generation,
  outcome: Outcome,
  options: EncodeOptions = {},
): EncodedDocument {
  const everyday = encodeSpecSuccess(outcome)
  if (everyday) return everyday
  const ledger = new Ledger(outcome, options.stow ?? 'needed')
  return outcome.ok
    ? writeSuccess(generation, outcome, ledger)
    : writeFailure(generation, outcome, ledger, options)
}

function writeSuccess(
  generation: Generation,
  outcome: SuccessOutcome,
  ledger: Ledger,
): EncodedDocument {
  const isCacheHit = outcome.data === null && outcome.meta.not_modified === true
  const meta = writeMeta(outcome, ledger)
  const data = isCacheHit ? sayNull(ledger) : writeData(outcome.data, ledger)
  const { stowed, losses } = ledger.close('/meta')
  if (stowed) meta[RESERVED] = stowed
  return finish(losses, 0, {
    exit: 'SUCCESS',
    generation,
    data,
    duration: durationOf(outcome),
    warnings: outcome.warnings,
    meta,
  })
}

function sayNull(ledger: Ledger): null {
  ledger.says('/data')
  return null
}

function writeData(data: JsonValue, ledger: Ledger): object {
  if (data === null) return {}
  if (typeof data === 'object') {
    ledger.says('/data')
    return data
  }
  ledger.movesData('/data/value')
  return { value: data }
}

function writeFailure(
  generation: Generation,
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const exit = chooseExit(outcome, options)
  const read = typeof exit === 'string' && isFailureName(exit) ? exit : 'GENERAL_ERROR'
  if (typeof exit === 'string') ledger.reads('/exit', exit)
  else ledger.reads('/exit', read, true)
  ledger.reads('/error/category', read, typeof exit !== 'string')
  const error = writeSpecError({ generation, outcome, exit, ledger, options })
  const meta = writeMeta(outcome, ledger)
  placeFailureData(generation, outcome, ledger, error, meta)
  const { stowed, losses } = ledger.close(generation === '1.0' ? '/meta' : '/error')
  if (stowed) (generation === '1.0' ? meta : error)[RESERVED] = stowed
  return finish(losses, numberOf(exit, generation), {
    exit,
    generation,
    error,
    duration: durationOf(outcome),
    warnings: outcome.warnings,
    meta,
  })
}

/** A failure's data has to be null, so partial results move to where the generation leaves room. */
function placeFailureData(
  generation: Generation,
  outcome: FailureOutcome,
  ledger: Ledger,
  error: Record<string, unknown>,
  meta: Record<string, unknown>,
): void {
  if (outcome.data === null) return ledger.says('/data')
  if (generation === '1.0') {
    if (Object.hasOwn(meta, 'data')) return
    meta['data'] = outcome.data
    return ledger.movesData('/meta/data')
  }
  const details = outcome.error.details ?? {}
  if (Object.hasOwn(details, 'data')) return
  if (outcome.error.details && error['details'] === undefined) return
  error['details'] = { ...details, data: outcome.data }
  ledger.movesData('/error/details/data')
}

/** Takes the exit that the contract can carry; what it cannot carry falls back to its category. */
function chooseExit(outcome: FailureOutcome, options: EncodeOptions): FailureExit {
  const { exit, error } = outcome
  const lacksRedirect = error.redirect === undefined
  if (isSignalExitName(exit)) return exit
  if (isFailureName(exit)) return exit === 'REDIRECTED' && lacksRedirect ? 'GENERAL_ERROR' : exit
  const declared = options.exits?.find((candidate) => candidate.name === exit)
  if (declared) return declared
  return error.category === 'REDIRECTED' ? 'GENERAL_ERROR' : error.category
}

function numberOf(exit: FailureExit, generation: Generation): number {
  if (typeof exit !== 'string') return exit.number
  return isSignalExitName(exit)
    ? SIGNAL_EXITS[exit].number
    : EXIT_CODE_TABLES[generation][exit].number
}

function writeMeta(outcome: Outcome, ledger: Ledger): Record<string, unknown> {
  const meta: Record<string, unknown> = {}
  const isCacheHit = outcome.ok && outcome.data === null
  for (const [key, value] of Object.entries(outcome.meta)) {
    if (key === 'duration_ms' || key === RESERVED || value === undefined) continue
    if (key === 'not_modified' && value === true && !isCacheHit) continue
    if (Object.hasOwn(FITS, key) && !FITS[key]?.(value)) continue
    setMember(meta, key, value)
    ledger.saysMeta(key)
  }
  ledger.says('/warnings')
  ledger.reads('/meta/duration_ms', durationOf(outcome))
  return meta
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** What the contract demands of the members of meta that it names. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  request_id: isText,
  schema_version: (value) => isText(value) && /^\d+\.\d+$/.test(value as string),
  not_modified: isFlag,
  truncated: isFlag,
  cursor: isText,
}

function durationOf(outcome: Outcome): number {
  const duration = outcome.meta.duration_ms
  return Number.isInteger(duration) && Number(duration) >= 0 ? Number(duration) : 0
}

function finish(
  losses: EncodedDocument['losses'],
  exitCode: number,
  input: object,
): EncodedDocument {
  const envelope = respond(input as RespondInput<object, Generation>)
  return {
    document: envelope as unknown as JsonValue,
    stream: 'stdout',
    exit_code: exitCode,
    layout: 'compact',
    losses,
  }
}
