import {
  EXIT_CODE_TABLES,
  CONTINUATION_EXITS,
  isFailureName,
  isSignalExitName,
  makeEnvelope,
  SIGNAL_EXITS,
  type FailureOutcome,
  type Generation,
  type JsonValue,
  type Outcome,
  type RespondGeneration,
  type RespondInput,
  type SuccessOutcome,
} from '../../contract/index.ts'
import { setMember, withoutMembers } from '../../internal/json/json-members.ts'
import type { EncodedDocument, EncodeOptions, Encoder } from '../dialect.ts'
import { Ledger, RESERVED } from '../write/loss-ledger.ts'
import {
  ERROR_FACT_NAMES,
  FACTS_READ_FROM_META,
  placeAdvice,
  areNativeDetails,
} from '../write/write-failure.ts'
import { specTraits } from './traits.ts'
import { categoryOf, writeSpecError, type SpecExit } from './write-error.ts'

export interface OwnWays {
  readonly generation: Generation
  readonly writeSurroundings?: (ledger: Ledger, exitCode: number) => Surroundings
  readonly isIncompleteWork?: (data: JsonValue) => boolean
}

export function makeSpecEncoder(ways: OwnWays): Encoder {
  const { generation } = ways
  return Object.freeze({
    id: `spec-${generation}`,
    ...specTraits[generation],
    toDocument(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
      const { stow = 'plain' } = options
      return outcome.ok
        ? writeSuccess(ways, new Ledger(outcome, stow))
        : writeFailure(ways, new Ledger(outcome, stow), options)
    },
  })
}

function writeSuccess(
  { generation, writeSurroundings = writeWarningsAndMeta }: OwnWays,
  ledger: Ledger<SuccessOutcome>,
): EncodedDocument {
  const { warnings, meta } = writeSurroundings(ledger, 0)
  const data = writeData(ledger, ledger.outcome.meta.not_modified === true ? null : {})
  const losses = ledger.close('/meta', meta)
  return finish(generation, 'SUCCESS', { data, error: null, warnings, meta }, 0, losses)
}

function writeFailure(
  ways: OwnWays,
  ledger: Ledger<FailureOutcome>,
  options: EncodeOptions,
): EncodedDocument {
  const { generation, writeSurroundings = writeWarningsAndMeta } = ways
  const { outcome } = ledger
  const exit = chooseExit(ways, outcome, options)
  const isCustom = typeof exit !== 'string'
  ledger.readsAs('/exit', isCustom ? categoryOf(exit) : exit, isCustom)
  ledger.readsAs('/error/category', categoryOf(exit), isCustom)
  const error = writeSpecError({ generation, exit, ledger, meaning: options.meaning })
  const number = numberOf(exit, generation)
  const { warnings, meta } = writeSurroundings(ledger, number)
  if (generation === '1.0') placeInMeta(ledger, meta, Object.hasOwn(error, 'retry_after'))
  // Before 1.16 the data of a failure is null.
  let data: JsonValue = null
  if (generation === '1.16' || outcome.data === null) data = writeData(ledger, null)
  else if (generation === '1.6') moveToDetails(ledger, error)
  else if (!Object.hasOwn(meta, 'data')) {
    meta['data'] = outcome.data
    ledger.movedData('/meta/data')
  }
  const losses = generation === '1.0' ? ledger.close('/meta', meta) : ledger.close('/error', error)
  return finish(generation, exit, { data, error, warnings, meta }, number, losses)
}

function chooseExit(
  { isIncompleteWork }: OwnWays,
  outcome: FailureOutcome,
  options: EncodeOptions,
): SpecExit {
  const { exit, error, data } = outcome
  const isIncomplete = exit === 'INCOMPLETE' && error.code === 'INCOMPLETE'
  // An incomplete exit needs its data; without it nobody could go on.
  if (isIncomplete && isIncompleteWork?.(data)) return 'INCOMPLETE'
  const lacksRedirect = error.redirect === undefined
  if (isSignalExitName(exit)) return exit
  if (isFailureName(exit)) return exit === 'REDIRECTED' && lacksRedirect ? 'GENERAL_ERROR' : exit
  const declared = options.exits?.find((candidate) => candidate.name === exit)
  if (declared) return declared
  return error.category === 'REDIRECTED' ? 'GENERAL_ERROR' : error.category
}

function numberOf(exit: SpecExit, generation: Generation): number {
  if (typeof exit !== 'string') return exit.number
  if (exit === 'INCOMPLETE') return CONTINUATION_EXITS.INCOMPLETE.number
  return isSignalExitName(exit)
    ? SIGNAL_EXITS[exit].number
    : EXIT_CODE_TABLES[generation][exit].number
}

function writeData(ledger: Ledger, nothing: JsonValue): JsonValue {
  const { data } = ledger.outcome
  if (data !== null && typeof data !== 'object') {
    ledger.movedData('/data/value')
    return { value: data }
  }
  if (data !== null || nothing === null) ledger.wrote('/data')
  return data ?? nothing
}

export interface Surroundings {
  readonly warnings: readonly unknown[]
  readonly meta: Record<string, unknown>
}

function writeWarningsAndMeta(ledger: Ledger): Surroundings {
  const { outcome } = ledger
  const unfit = new Set<string>()
  for (const [key, value] of Object.entries(outcome.meta)) {
    if (key === 'duration_ms') continue
    if (fits(outcome, key, value)) ledger.wroteMeta(key)
    else unfit.add(key)
  }
  ledger.wrote('/warnings')
  ledger.readsAs('/meta/duration_ms', durationOf(outcome.meta))
  return { warnings: outcome.warnings, meta: withoutMembers(outcome.meta, unfit) }
}

function fits(outcome: Outcome, key: string, value: JsonValue | undefined): boolean {
  if (key === RESERVED || key === 'warning_context' || value === undefined) return false
  if (key === 'not_modified' && value === true) return outcome.ok && outcome.data === null
  return FITS.get(key)?.(value) ?? true
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

const FITS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['request_id', isText],
  ['schema_version', (value) => isText(value) && /^\d+\.\d+$/.test(value as string)],
  ['not_modified', isFlag],
  ['truncated', isFlag],
  ['cursor', isText],
])

function durationOf({ duration_ms: duration }: Readonly<Record<string, unknown>>): number {
  return Number.isInteger(duration) && Number(duration) >= 0 ? Number(duration) : 0
}

function placeInMeta(
  ledger: Ledger<FailureOutcome>,
  meta: Record<string, unknown>,
  hasWait: boolean,
): void {
  const { error, meta: own } = ledger.outcome
  if (ledger.stow === 'never') return
  const isFree = (name: string) => !Object.hasOwn(own, name)
  if (areNativeDetails(error.details) && isFree('details')) {
    meta['details'] = error.details
    ledger.wrote('/error/details')
  }
  if (isFree('next_steps')) Object.assign(meta, placeAdvice(ledger))
  // Exact translations stow them, so that members of the same names in meta stay apart.
  if (ledger.stow === 'exact') return
  for (const name of ERROR_FACT_NAMES) {
    const value = error[name]
    if (value === undefined || !isFree(name) || ledger.isWritten(`/error/${name}`)) continue
    // The error has it in whole seconds.
    if (name === 'retry_after_ms' && hasWait) continue
    setMember(meta, name, value)
    if (READ_FROM_META.has(name)) ledger.wrote(`/error/${name}`)
    else ledger.wroteElsewhere(`/error/${name}`, `/meta/${name}`)
  }
}

const READ_FROM_META: ReadonlySet<string> = new Set(FACTS_READ_FROM_META)

function moveToDetails(ledger: Ledger<FailureOutcome>, error: Record<string, unknown>): void {
  const {
    data,
    error: { details },
  } = ledger.outcome
  if (details && (Object.hasOwn(details, 'data') || error['details'] === undefined)) return
  error['details'] = { ...details, data }
  ledger.movedData('/error/details/data')
}

function finish(
  generation: Generation,
  exit: SpecExit | 'SUCCESS',
  { data, error, warnings, meta }: Surroundings & { data: JsonValue; error: object | null },
  exitCode: number,
  losses: EncodedDocument['losses'],
): EncodedDocument {
  const envelope =
    generation === '1.16'
      ? { ok: error === null, data, error, warnings, meta }
      : makeEnvelope({
          exit,
          generation,
          ...(error === null ? { data } : { error }),
          duration: durationOf(meta),
          warnings,
          meta,
        } as unknown as RespondInput<object, RespondGeneration>)
  return {
    document: envelope as unknown as JsonValue,
    stream: 'stdout',
    exit_code: exitCode,
    layout: 'compact',
    losses,
  }
}

export const specEncoder10 = makeSpecEncoder({ generation: '1.0' })
export const specEncoder16 = makeSpecEncoder({ generation: '1.6' })
