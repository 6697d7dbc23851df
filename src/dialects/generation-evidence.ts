import { isJsonObject, type JsonObject, type JsonValue } from '../contract/index.ts'

/** A generation of the spec. */
export type SpecDialect = 'spec-1.0' | 'spec-1.6'

/** The generation that it is not. */
export const OTHER_GENERATION = { 'spec-1.0': 'spec-1.6', 'spec-1.6': 'spec-1.0' } as const

/** What speaks for one generation. */
export interface GenerationEvidence {
  readonly is: SpecDialect
  readonly why: string
  /** Members prove it; what goes with which exit only shows which reading makes sense. */
  readonly isSure: boolean
}

const ONLY_1_6 = ['retry_after_ms', 'fix_required', 'fix_command', 'retry_strategy']

/** The exits of contract 1.0 that are retryable there and never in 1.6, where a fix comes first. */
const RETRYABLE_IN_1_0_ONLY: ReadonlySet<number> = new Set([3, 8, 9, 13])

/**
 * Tells the generations of the spec apart by what only one of them says, with this exit; undefined
 * where nothing does. 2 and 3 changed places: what failed in validation is no partial failure.
 */
export function tellGenerations(error: JsonObject, exit: number): GenerationEvidence | undefined {
  const newer = ONLY_1_6.find((name) => Object.hasOwn(error, name))
  if (newer !== undefined) return { is: 'spec-1.6', why: `error.${newer} is of 1.6`, isSure: true }
  if (Object.hasOwn(error, 'retry_after')) {
    return { is: 'spec-1.0', why: 'error.retry_after is of 1.0', isSure: true }
  }
  if (error['phase'] === 'validation' && (exit === 2 || exit === 3)) {
    const is = exit === 2 ? 'spec-1.6' : 'spec-1.0'
    return { is, why: `only ${is} ends with ${exit} when validation fails`, isSure: false }
  }
  if (error['retryable'] === true && RETRYABLE_IN_1_0_ONLY.has(exit)) {
    return { is: 'spec-1.0', why: `only 1.0 calls exit ${exit} retryable`, isSure: false }
  }
  return undefined
}

/**
 * Tests for an error that calls itself retryable with an exit that may be a partial failure. Neither
 * generation says that, so the reading that repeats nothing comes first.
 */
export function isRetryablePartial(error: JsonValue | undefined, exit: number): boolean {
  return exit === 2 && isJsonObject(error) && error['retryable'] === true
}
