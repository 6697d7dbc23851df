import {
  EXIT_CODE_TABLES,
  CONTINUATION_EXITS,
  isFailureName,
  isSignalExitName,
  META_KEYS,
  SIGNAL_EXITS,
  type FailureOutcome,
  type Generation,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { EncodeOptions, Encoder, EncodedDocument } from '../dialect.ts'
import { RESERVED } from '../write/reserved.ts'
import { adviceOf, factsOf, nativeDetails } from '../write/write-failure.ts'
import { specTraits } from './traits.ts'
import { writeSpecError, type SpecExit } from './write-error.ts'

export interface OwnWays {
  readonly generation: Generation
  readonly warningsOf?: (outcome: Outcome) => readonly JsonValue[]
  readonly metaOf?: (outcome: Outcome, exitCode: number) => Record<string, JsonValue>
  readonly isIncompleteWork?: (data: JsonValue) => boolean
}

export function makeSpecEncoder(ways: OwnWays): Encoder {
  const { generation, metaOf = plainMeta, warningsOf = ({ warnings }) => warnings } = ways
  return Object.freeze({
    id: `spec-${generation}`,
    ...specTraits[generation],
    toDocument(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
      if (!outcome.ok) return writeFailure(ways, outcome, { stow: 'plain', ...options })
      const { data } = outcome
      const nothing = outcome.meta.not_modified === true ? null : {}
      return onOneLine(0, {
        ok: true,
        data: data === null ? nothing : asObject(data),
        error: null,
        warnings: warningsOf(outcome),
        meta: metaOf(outcome, 0),
      })
    },
  })

  function writeFailure(
    { isIncompleteWork }: OwnWays,
    outcome: FailureOutcome,
    options: EncodeOptions,
  ): EncodedDocument {
    const exit = chooseExit(outcome, options, isIncompleteWork)
    const number = numberOf(exit, generation)
    const error = writeSpecError({ generation, exit, outcome, options })
    const meta = metaOf(outcome, number)
    if (generation === '1.0') placeInMeta(outcome, options, meta, error)
    return onOneLine(number, {
      ok: false,
      // Before 1.16 the data of a failure is null.
      data: generation === '1.16' ? asObject(outcome.data) : null,
      error,
      warnings: warningsOf(outcome),
      meta,
    })
  }
}

function onOneLine(exit_code: number, envelope: object): EncodedDocument {
  return { document: envelope as JsonValue, stream: 'stdout', exit_code, layout: 'compact' }
}

function asObject(data: JsonValue): JsonValue {
  return typeof data === 'object' ? data : { value: data }
}

function chooseExit(
  { exit, error, data }: FailureOutcome,
  { exits }: EncodeOptions,
  isIncompleteWork: OwnWays['isIncompleteWork'],
): SpecExit {
  const isIncomplete = exit === 'INCOMPLETE' && error.code === 'INCOMPLETE'
  // An incomplete exit needs its data; without it nobody could go on.
  if (isIncomplete && isIncompleteWork?.(data)) return 'INCOMPLETE'
  const lacksRedirect = error.redirect === undefined
  if (isSignalExitName(exit)) return exit
  if (isFailureName(exit)) return exit === 'REDIRECTED' && lacksRedirect ? 'GENERAL_ERROR' : exit
  const declared = exits?.find((candidate) => candidate.name === exit)
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

/** Writes meta with the members that the contract names first, in its order. */
function plainMeta(outcome: Outcome): Record<string, JsonValue> {
  const { meta } = outcome
  const duration = meta.duration_ms
  const written: Record<string, JsonValue> = {
    duration_ms: Number.isInteger(duration) && Number(duration) >= 0 ? Number(duration) : 0,
  }
  for (const names of [META_KEYS, Object.keys(meta)]) {
    for (const name of names) {
      const value = meta[name]
      if (value === undefined || Object.hasOwn(written, name)) continue
      if (fits(outcome, name, value)) setMember(written, name, value)
    }
  }
  return written
}

/** Tests whether the contract allows a member of meta; what it does not name has any type. */
function fits({ ok, data }: Outcome, name: string, value: JsonValue): boolean {
  switch (name) {
    case RESERVED:
    case 'warning_context':
      return false
    case 'request_id':
    case 'cursor':
      return typeof value === 'string'
    case 'schema_version':
      return typeof value === 'string' && /^\d+\.\d+$/.test(value)
    case 'truncated':
      return typeof value === 'boolean'
    case 'not_modified':
      return value === true ? ok && data === null : value === false
    default:
      return true
  }
}

/** Places what the closed error of 1.0 has no member for in meta; names that are taken there stay as they are. */
function placeInMeta(
  outcome: FailureOutcome,
  options: EncodeOptions,
  meta: Record<string, JsonValue>,
  error: object,
): void {
  const { data, meta: own } = outcome
  // The error has the wait in whole seconds.
  const taken = { ...error, ...(Object.hasOwn(error, 'retry_after') && { retry_after_ms: null }) }
  const details = options.stow === 'never' ? undefined : nativeDetails(outcome.error)
  const facts = {
    ...(details && { details }),
    ...adviceOf(outcome, options),
    ...factsOf(outcome, options, taken),
    ...(data !== null && { data }),
  }
  for (const [name, value] of Object.entries(facts))
    if (!Object.hasOwn(own, name)) meta[name] = value
}

export const specEncoder10 = makeSpecEncoder({ generation: '1.0' })
export const specEncoder16 = makeSpecEncoder({ generation: '1.6' })
