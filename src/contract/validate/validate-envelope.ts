import first from '../../../schemas/1.0/response-envelope.json' with { type: 'json' }
import third from '../../../schemas/1.16/response-envelope.json' with { type: 'json' }
import second from '../../../schemas/1.6/response-envelope.json' with { type: 'json' }
import type { Generation, RespondGeneration } from '../codes/exit-codes.ts'
import type { JsonObject } from '../json/json-value.ts'
import { findProblems, type ContractProblem } from './contract-problem.ts'

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
