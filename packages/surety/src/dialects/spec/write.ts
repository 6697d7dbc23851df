import {
  META_KEYS,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
} from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import type { DialectTraits, EncodedDocument } from '../dialect.ts'
import { RESERVED } from '../write/reserved.ts'

export interface Surroundings {
  readonly warningsOf?: (outcome: Outcome) => readonly JsonValue[]
  readonly metaOf?: (outcome: Outcome, exitCode: number) => Record<string, JsonValue>
}

/** What is unusual about contract 1.0, our default. Its error object is closed, so problems with the input are in meta. */
export const specTraits: DialectTraits = {
  generation: '1.0',
  rejectsNull: true,
  isLean: true,
  placeInputErrors: (errors) => ({ meta: { errors } }),
}

/** Writes a success; the founding generations say nothing of their own about it. */
export function writeSuccess(outcome: SuccessOutcome): EncodedDocument {
  return writeWithin({}, outcome)
}

export function writeWithin(
  { metaOf = plainMeta, warningsOf }: Surroundings,
  outcome: SuccessOutcome,
): EncodedDocument {
  const { data, meta, warnings } = outcome
  const nothing = meta.not_modified === true ? null : {}
  return onOneLine(0, {
    ok: true,
    data: data === null ? nothing : asObject(data),
    error: null,
    warnings: warningsOf?.(outcome) ?? warnings,
    meta: metaOf(outcome, 0),
  })
}

export function onOneLine(exit_code: number, envelope: object): EncodedDocument {
  return { document: envelope as JsonValue, stream: 'stdout', exit_code, layout: 'compact' }
}

export function asObject(data: JsonValue): JsonValue {
  return typeof data === 'object' ? data : { value: data }
}

/** Writes meta with the members that the contract names first, in its order. */
export function plainMeta(outcome: Outcome): Record<string, JsonValue> {
  const { meta } = outcome
  const duration = meta.duration_ms
  const written: Record<string, JsonValue> = {
    duration_ms: Number.isInteger(duration) && Number(duration) >= 0 ? Number(duration) : 0,
  }
  const own = Object.keys(meta)
  for (const names of [META_KEYS, own]) {
    for (const name of names) {
      // Of the many members that there are, an answer has few.
      if (!own.includes(name) || Object.hasOwn(written, name)) continue
      const value = meta[name]
      if (value !== undefined && fits(outcome, name, value)) setMember(written, name, value)
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
