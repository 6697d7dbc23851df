import kinds from './loss-kinds.json' with { type: 'json' }
import {
  objectOf,
  isJsonObject,
  recoveryOfExit,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type ReadOutcome,
} from '../../contract/index.ts'
import { ownMember, toPart } from '@surety/internal/json/json-members.ts'
import { jsonEqual, setAt, toPointer, fromPointer } from '@surety/internal/json/json-values.ts'
import type {
  DecodeOptions,
  Dialect,
  EncodedDocument,
  EncodeOptions,
  Loss,
  LossKind,
} from '../dialect.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { hidesPartialFailure, isPartial } from '../read/restore-stowed.ts'
import { RESERVED } from './reserved.ts'
import { ERROR_FACT_NAMES } from './write-failure.ts'

/** A written document with what a reader of the dialect will not find in it. */
export interface DocumentWithLosses extends EncodedDocument {
  readonly losses: readonly Loss[]
}

/**
 * Writes an outcome, reads the document back as anybody would, and compares: what differs is lost. With
 * `stow: 'exact'` it is then kept in the reserved member, if the dialect has an open object.
 */
export function writeWithLosses(
  dialect: Dialect,
  outcome: Outcome,
  options: EncodeOptions = {},
): DocumentWithLosses {
  const written = dialect.toDocument(outcome, options)
  return options.stow === 'exact'
    ? stowed(dialect, outcome, written)
    : { ...written, losses: findLosses(dialect, outcome, written, options) }
}

/** Lists what readers of a dialect will not find in the document that was written of an outcome. */
export function findLosses(
  dialect: Dialect,
  outcome: Outcome,
  written: EncodedDocument,
  options: DecodeOptions = {},
): readonly Loss[] {
  const read = dialect.decode(OpenCapture.ofDocument(written), options)
  const losses = differences(outcome, read).flatMap(({ pointer, own, found }): Loss[] => {
    if (own === undefined || isSpelling(pointer, outcome, read, dialect)) return []
    // Facts that have no member of their own may stand beside the details.
    if (pointer === '/error/details' && holdsAll(found, own)) return []
    return [lossOf(outcome, pointer, placeOf(pointer, own, written.document))]
  })
  return [...wrappedData(dialect, outcome, written), ...losses]
}

interface Difference {
  readonly pointer: string
  readonly own: JsonValue | undefined
  readonly found: JsonValue | undefined
}

function differences(outcome: Outcome, read: Outcome): readonly Difference[] {
  const found: Difference[] = []
  const compare = (pointer: string, own: unknown, other: unknown): void => {
    if (!jsonEqual(own, other))
      found.push({ pointer, own: own as Difference['own'], found: other as Difference['found'] })
  }
  const compareMembers = (part: string, own: object, other: object): void => {
    for (const name of new Set([...Object.keys(own), ...Object.keys(other)]))
      compare(toPointer(part, name), ownMember(own, name), ownMember(other, name))
  }
  compare('/data', outcome.data, read.data)
  compare('/warnings', outcome.warnings, read.warnings)
  compareMembers('meta', outcome.meta, read.meta)
  if (outcome.error === null) return found
  compare('/exit', outcome.exit, read.exit)
  compareMembers('error', outcome.error, read.error ?? {})
  return found
}

/**
 * Tests for a difference that is only another spelling. In contract 1.0 `retryable` counts calls that need a
 * correction, so the same recovery may have another value, and a recovery that is usual for its exit needs none.
 */
function isSpelling(pointer: string, { error }: Outcome, read: Outcome, dialect: Dialect): boolean {
  if (error === null || read.error === null) return false
  const isUsual = error.recovery === recoveryOfExit(error.category)
  if (pointer === '/error/recovery') return isUsual && dialect.meaning === 'safe_to_retry'
  if (pointer !== '/error/retryable' || dialect.generation === undefined) return false
  return error.retryable !== null && (isUsual || error.recovery === read.error.recovery)
}

function holdsAll(found: JsonValue | undefined, own: JsonValue): boolean {
  return Object.entries(own as JsonObject).every(([name, value]) =>
    jsonEqual(memberOf(found, name), value),
  )
}

/** Reports a payload that stands in a member of its own because it does not fit where payloads are. */
function wrappedData(
  dialect: Dialect,
  outcome: Outcome,
  { document }: EncodedDocument,
): readonly Loss[] {
  const isWrapped = dialect.isFlat && isJsonObject(document) && Object.hasOwn(document, 'data')
  return isWrapped && document['data'] === outcome.data && (outcome.ok || outcome.data !== null)
    ? [lossOf(outcome, '/data', '/data')]
    : []
}

const FACTS: ReadonlySet<string> = new Set(ERROR_FACT_NAMES.map((name) => `/error/${name}`))
/** The open objects of documents, in which facts stand under their plain names. */
const HOLDERS = ['', '/meta', '/error', '/error/details', '/error/extra', '/extra']

/** Finds where a document says a fact, or has the data, under its plain name. */
function placeOf(pointer: string, own: JsonValue, document: JsonValue | undefined): string | null {
  const isData = pointer === '/data'
  if (!isData && !FACTS.has(pointer)) return null
  const names = isData ? ['data', 'value'] : fromPointer(pointer).slice(1)
  for (const at of isData ? ['/data', ...HOLDERS] : HOLDERS) {
    const holder = fromPointer(at).reduce(memberOf, document)
    const name = names.find((each) => jsonEqual(memberOf(holder, each), own))
    if (name !== undefined) return `${at}/${name}`
  }
  return null
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? (ownMember(value, name) as JsonValue | undefined) : undefined
}

/** Where our readers look for data that was moved. */
const DATA_PLACES: ReadonlySet<string | null> = new Set([
  '/data/value',
  '/meta/data',
  '/error/details/data',
])

function stowed(dialect: Dialect, outcome: Outcome, written: EncodedDocument): DocumentWithLosses {
  const { document } = written
  const room = dialect.roomFor?.(outcome, document) ?? null
  const losses = [...wrappedData(dialect, outcome, written)]
  const moved = placeOf('/data', outcome.data, document)
  const restore: Record<string, JsonValue> = {}
  const remove: string[] = []
  const keep = (): JsonValue | undefined => {
    const kept = {
      ...(DATA_PLACES.has(moved) && { data_at: moved }),
      ...(Object.keys(restore).length > 0 && { restore }),
      ...(remove.length > 0 && { remove }),
    }
    if (room === null || Object.keys(kept).length === 0) return document
    return withMember(document as JsonObject, [...fromPointer(room), RESERVED], kept)
  }
  if (room !== null && DATA_PLACES.has(moved)) losses.push(lossOf(outcome, '/data', moved))
  // Exits that only the manifest of the tool explains are stowed too.
  const read = dialect.decode(OpenCapture.ofDocument({ ...written, document: keep() }))
  const isPartialFailure = !outcome.ok && isPartial(outcome.exit, outcome.error.category)
  for (const { pointer, own } of differences(outcome, read)) {
    // Readers reject a claim that hides a partial failure.
    const isRefused = isPartialFailure && hidesPartialFailure(pointer, own)
    if (own === undefined && room !== null) remove.push(pointer)
    else if (own === undefined) losses.push({ ...lossOf(outcome, pointer, null), note: 'made up' })
    else if (room === null || isRefused) losses.push(lossOf(outcome, pointer, null))
    else {
      restore[pointer] = own
      losses.push(lossOf(outcome, pointer, `${room}/${RESERVED}/restore/${toPart(pointer)}`))
    }
  }
  return { ...written, document: keep(), losses }
}

/** Copies the objects on the way to a member, because a writer may have taken them from the outcome. */
function withMember(
  holder: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: JsonValue,
): JsonObject {
  const below = memberOf(holder, name)
  const member = rest.length === 0 ? value : withMember(objectOf(below), rest, value)
  const copy = { ...holder }
  setAt(copy, [name], member)
  return copy
}

function lossOf({ data, ok }: Outcome, pointer: string, stowed_at: string | null): Loss {
  return { pointer, kind: lossKind(pointer, data, ok), stowed_at }
}

const KIND_OF_MEMBER = new Map(Object.entries(kinds.of_member)) as ReadonlyMap<string, LossKind>

export function lossKind(pointer: string, data?: unknown, ok = true): LossKind {
  if (pointer !== '/data') return KIND_OF_MEMBER.get(pointer) ?? 'meta'
  if (!ok) return 'failure_data'
  if (data === null) return 'null_data'
  if (Array.isArray(data)) return 'array_data'
  return typeof data === 'object' ? 'clashing_members' : 'scalar_data'
}

/** Adds what the reader kept aside: members of meta whose type no outcome can hold. */
export function withUnplaced(outcome: ReadOutcome, losses: readonly Loss[]): readonly Loss[] {
  const unplaced = outcome.diagnostics.other_documents.flatMap((document): Loss[] => {
    if (!isJsonObject(document) || Object.keys(document).length !== 1) return []
    const { meta } = document
    return Object.keys(objectOf(meta)).map((key) => {
      const pointer = toPointer('meta', key)
      return { pointer, kind: lossKind(pointer), stowed_at: null, note: 'kept aside' }
    })
  })
  return unplaced.length === 0 ? losses : [...losses, ...unplaced]
}
