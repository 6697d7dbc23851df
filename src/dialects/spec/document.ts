import {
  isFailureName,
  respond,
  type FailureOutcome,
  type RespondGeneration,
  type JsonValue,
  type Outcome,
  type RespondInput,
  type SuccessOutcome,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json/json-members.ts'
import type { EncodedDocument, EncodeOptions } from '../dialect.ts'
import { Ledger, RESERVED } from '../write/loss-ledger.ts'
import { placeAdvice } from '../write/place-advice.ts'
import { ERROR_FACT_NAMES, isReadFromMeta } from '../write/place-facts.ts'
import { areNativeDetails } from '../write/write-stowed.ts'
import { chooseExit, numberOf } from './exits/choose-exit.ts'
import { writeSpecError } from './write/write-error.ts'
import { encodeSpecSuccess } from './write/write-success.ts'

type Members = Readonly<Record<string, unknown>>

/** Writes an outcome as an envelope of contract 1.0 or 1.6, through `respond()` alone. */
export function toSpecDocument(
  generation: RespondGeneration,
  outcome: Outcome,
  options: EncodeOptions = {},
): EncodedDocument {
  const everyday = encodeSpecSuccess(outcome, options.stow)
  if (everyday) return everyday
  const ledger = new Ledger(outcome, options.stow ?? 'plain')
  return outcome.ok
    ? writeSuccess(generation, outcome, ledger)
    : writeFailure(generation, outcome, ledger, options)
}

function writeSuccess(
  generation: RespondGeneration,
  outcome: SuccessOutcome,
  ledger: Ledger,
): EncodedDocument {
  const isCacheHit = outcome.data === null && outcome.meta.not_modified === true
  const meta = writeMeta(outcome, ledger)
  const data = isCacheHit ? sayNull(ledger) : writeData(outcome.data, ledger)
  const { stowed, losses } = ledger.close('/meta')
  return finish(losses, 0, {
    exit: 'SUCCESS',
    generation,
    data,
    duration: durationOf(outcome),
    warnings: outcome.warnings,
    meta: stowed ? withMember(meta, RESERVED, stowed) : meta,
  })
}

function sayNull(ledger: Ledger): null {
  ledger.wrote('/data')
  return null
}

function writeData(data: JsonValue, ledger: Ledger): object {
  if (data === null) return {}
  if (typeof data === 'object') {
    ledger.wrote('/data')
    return data
  }
  ledger.movedData('/data/value')
  return { value: data }
}

function writeFailure(
  generation: RespondGeneration,
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const exit = chooseExit(outcome, options)
  const read = typeof exit === 'string' && isFailureName(exit) ? exit : 'GENERAL_ERROR'
  if (typeof exit === 'string') ledger.readsAs('/exit', exit)
  else ledger.readsAs('/exit', read, true)
  ledger.readsAs('/error/category', read, typeof exit !== 'string')
  const error = writeSpecError({ generation, outcome, exit, ledger, options })
  let meta = writeMeta(outcome, ledger)
  if (generation === '1.0') {
    meta = placeInMeta(outcome, meta, options, ledger, Object.hasOwn(error, 'retry_after'))
  }
  if (outcome.data === null) ledger.wrote('/data')
  else if (generation === '1.6') placeInDetails(outcome, ledger, error)
  else if (!Object.hasOwn(meta, 'data')) {
    meta = withMember(meta, 'data', outcome.data)
    ledger.movedData('/meta/data')
  }
  const { stowed, losses } = ledger.close(generation === '1.0' ? '/meta' : '/error')
  if (stowed && generation === '1.0') meta = withMember(meta, RESERVED, stowed)
  else if (stowed) error[RESERVED] = stowed
  return finish(losses, numberOf(exit, generation), {
    exit,
    generation,
    error,
    duration: durationOf(outcome),
    warnings: outcome.warnings,
    meta,
  })
}

/** Places what the closed error of 1.0 has no room for in `meta`, where an agent finds it. */
function placeInMeta(
  { error }: FailureOutcome,
  meta: Members,
  options: EncodeOptions,
  ledger: Ledger,
  hasWait: boolean,
): Members {
  let placed = meta
  const { stow = 'plain' } = options
  if (stow === 'never') return placed
  if (areNativeDetails(error.details) && !Object.hasOwn(meta, 'details')) {
    placed = withMember(placed, 'details', error.details)
    ledger.wrote('/error/details')
  }
  if (!Object.hasOwn(meta, 'next_steps')) {
    const { next_steps: steps } = placeAdvice(error, { stow }, ledger)
    if (steps !== undefined) placed = withMember(placed, 'next_steps', steps)
  }
  // Exact translations stow them, so that members of the same names in meta stay apart.
  if (stow === 'exact') return placed
  for (const name of ERROR_FACT_NAMES) {
    const value = error[name]
    if (value === undefined || Object.hasOwn(meta, name) || ledger.isWritten(`/error/${name}`)) {
      continue
    }
    // The error has it in whole seconds.
    if (name === 'retry_after_ms' && hasWait) continue
    placed = withMember(placed, name, value)
    if (isReadFromMeta(name)) ledger.wrote(`/error/${name}`)
    else ledger.wroteElsewhere(`/error/${name}`, `/meta/${name}`)
  }
  return placed
}

/** Moves partial results into details, because the data of a failure must be null. */
function placeInDetails(
  outcome: FailureOutcome,
  ledger: Ledger,
  error: Record<string, unknown>,
): void {
  const details = outcome.error.details ?? {}
  if (Object.hasOwn(details, 'data')) return
  if (outcome.error.details && error['details'] === undefined) return
  error['details'] = { ...details, data: outcome.data }
  ledger.movedData('/error/details/data')
}

function writeMeta(outcome: Outcome, ledger: Ledger): Members {
  const { meta } = outcome
  const left = new Set<string>()
  for (const key of Object.keys(meta)) {
    if (key === 'duration_ms') continue
    if (fits(outcome, key, meta[key])) ledger.wroteMeta(key)
    else left.add(key)
  }
  ledger.wrote('/warnings')
  ledger.readsAs('/meta/duration_ms', durationOf(outcome))
  return left.size === 0 ? meta : withoutMembers(meta, left)
}

/** Tests for a member that can be written as it is; the context of warnings exists in outcomes only. */
function fits(outcome: Outcome, key: string, value: JsonValue | undefined): boolean {
  if (key === RESERVED || key === 'warning_context' || value === undefined) return false
  if (key === 'not_modified' && value === true) return outcome.ok && outcome.data === null
  return FITS.get(key)?.(value) ?? true
}

function withMember(members: Members, key: string, value: unknown): Members {
  const copy = withoutMembers(members, NONE)
  copy[key] = value
  return copy
}

const NONE: ReadonlySet<string> = new Set()

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** The contract's tests for named members of meta. */
const FITS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['request_id', isText],
  ['schema_version', (value) => isText(value) && /^\d+\.\d+$/.test(value as string)],
  ['not_modified', isFlag],
  ['truncated', isFlag],
  ['cursor', isText],
])

function durationOf(outcome: Outcome): number {
  const duration = outcome.meta.duration_ms
  return Number.isInteger(duration) && Number(duration) >= 0 ? Number(duration) : 0
}

function finish(
  losses: EncodedDocument['losses'],
  exitCode: number,
  input: object,
): EncodedDocument {
  const envelope = respond(input as RespondInput<object, RespondGeneration>)
  return {
    document: envelope as unknown as JsonValue,
    stream: 'stdout',
    exit_code: exitCode,
    layout: 'compact',
    losses,
  }
}
