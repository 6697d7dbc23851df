import { checkValue, type SchemaMistake } from '@surety/internal/json-schema/check-value.ts'
import { toPointer } from '@surety/internal/json/json-values.ts'
import { toJsonValue } from '../json/to-json-value.ts'
import first from '../../../schemas/1.0/response-envelope.json' with { type: 'json' }
import third from '../../../schemas/1.16/response-envelope.json' with { type: 'json' }
import second from '../../../schemas/1.6/response-envelope.json' with { type: 'json' }
import type { Generation, RespondGeneration } from '../codes/exit-names.ts'
import type { JsonObject } from '../json/json-value.ts'

/** The published JSON Schemas of envelopes. */
export const ENVELOPE_SCHEMAS: Readonly<Record<Generation, JsonObject>> = {
  '1.0': first,
  '1.6': second,
  '1.16': third,
}

/**
 * Finds everything that is wrong with an envelope; an empty list means that the published schema of
 * the generation accepts it. Never throws.
 *
 * @example
 * ```ts
 * import { validateEnvelope } from 'surety/contract'
 *
 * validateEnvelope({ ok: true, data: {}, error: null, warnings: [] })
 * // [{ pointer: '/meta', code: 'MISSING_MEMBER', message: '/meta is missing.' }]
 * ```
 */
export function validateEnvelope(
  value: unknown,
  generation: RespondGeneration = '1.0',
): readonly ContractProblem[] {
  return findProblems(ENVELOPE_SCHEMAS[generation], value)
}

/** The kind of a problem, for callers to branch on. */
export type ContractProblemCode =
  | 'WRONG_TYPE'
  | 'MISSING_MEMBER'
  | 'UNKNOWN_MEMBER'
  | 'VALUE_NOT_ALLOWED'
  | 'PATTERN_MISMATCH'
  | 'OUT_OF_RANGE'
  | 'UNREADABLE'

/** One way in which an envelope or a manifest breaks the contract. */
export interface ContractProblem {
  /** JSON pointer to the value, or to where the missing member would be. */
  readonly pointer: string
  readonly code: ContractProblemCode
  /** A sentence for people. */
  readonly message: string
}

/** The codes of mistakes by keyword; all other keywords are about sizes. */
const CODES: Readonly<Record<string, ContractProblemCode>> = {
  type: 'WRONG_TYPE',
  additionalProperties: 'UNKNOWN_MEMBER',
  const: 'VALUE_NOT_ALLOWED',
  enum: 'VALUE_NOT_ALLOWED',
  oneOf: 'VALUE_NOT_ALLOWED',
  not: 'VALUE_NOT_ALLOWED',
  pattern: 'PATTERN_MISMATCH',
}

/**
 * Lists what a JSON Schema finds wrong with any value. Never throws: of an object that throws when it is
 * read, the readable part is checked as JSON, and the rest is reported.
 */
export function findProblems(schema: object, value: unknown): readonly ContractProblem[] {
  try {
    return checkValue(schema, value).map(toProblem)
  } catch {
    const { json, changes } = toJsonValue(value)
    const unreadable = new Set(
      changes.filter(({ kind }) => UNREADABLE.includes(kind)).map(({ pointer }) => pointer),
    )
    const others = checkValue(schema, json)
      .map(toProblem)
      .filter(({ pointer }) => !unreadable.has(pointer))
    // It threw before, so it stays invalid even if it can be read now.
    if (unreadable.size + others.length === 0) unreadable.add('')
    const reports = Array.from(unreadable, (at) => problem(at, 'UNREADABLE', 'cannot be read'))
    return [...reports, ...others]
  }
}

const UNREADABLE: readonly string[] = ['getter-threw', 'to-json-threw', 'unreadable']

function toProblem({ pointer, keyword, message, missing }: SchemaMistake): ContractProblem {
  if (missing !== undefined)
    return problem(pointer + toPointer(missing), 'MISSING_MEMBER', 'is missing')
  const code = CODES[keyword] ?? 'OUT_OF_RANGE'
  return problem(
    pointer,
    code,
    code === 'UNKNOWN_MEMBER' ? 'is not a member of this object' : message,
  )
}

function problem(pointer: string, code: ContractProblemCode, rest: string): ContractProblem {
  return { pointer, code, message: `${pointer === '' ? 'the document' : pointer} ${rest}.` }
}
