import {
  ERROR_CODES,
  isErrorCode,
  isFailureName,
  isJsonObject,
  standardExitName,
  type FailureName,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'

/** A generation of the spec. */
export type SpecDialect = 'spec-1.0' | 'spec-1.6'

/** The generation that it is not. */
export const OTHER_GENERATION = { 'spec-1.0': 'spec-1.6', 'spec-1.6': 'spec-1.0' } as const

const GENERATIONS = { 'spec-1.0': '1.0', 'spec-1.6': '1.6' } as const

/** What speaks for one generation. */
export interface GenerationEvidence {
  readonly is: SpecDialect
  readonly why: string
  /** Members prove it; what goes with which exit only shows which reading makes sense. */
  readonly isSure: boolean
}

/** What an error says that bears on its generation: the exit by name, and three of its members. */
export interface GenerationClaims {
  readonly category: FailureName
  readonly code?: JsonValue | undefined
  readonly phase?: JsonValue | undefined
  readonly retryable?: JsonValue | undefined
}

/**
 * Finds out why a generation of the spec never says what an error says with that exit; undefined
 * where it may. Version strings prove nothing: both generations print 1.0.
 *
 * @example
 * ```ts
 * import { contradictsGeneration } from 'surety/dialects'
 *
 * contradictsGeneration('spec-1.6', { category: 'AUTH_REQUIRED', retryable: true })
 * // 'spec-1.6 calls AUTH_REQUIRED retryable never'
 * ```
 */
export function contradictsGeneration(
  dialect: SpecDialect,
  { category, code, phase, retryable }: GenerationClaims,
): string | undefined {
  const isPartial = category === 'PARTIAL_FAILURE'
  if (retryable === true && (isPartial || (dialect === 'spec-1.6' && AFTER_FIX.has(category)))) {
    return `${dialect} calls ${category} retryable never`
  }
  const isEarly = phase === 'validation'
  const isLate = phase === 'execution' || phase === 'cleanup'
  if ((isPartial && isEarly) || (category === 'ARG_ERROR' && isLate)) {
    return `${dialect} ends with ${category} in ${phase} never`
  }
  return isSwapped(category, code) ? `${dialect} has ${code} with ${category} never` : undefined
}

/** What contract 1.6 never calls retryable, because the caller has to correct something first. */
const AFTER_FIX: ReadonlySet<string> = new Set([
  'ARG_ERROR',
  'PRECONDITION',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
  'REDIRECTED',
])

/** Two names changed their numbers; an error code that belongs to the one is not the other. */
function isSwapped(category: FailureName, code: JsonValue | undefined): code is string {
  if (category !== 'ARG_ERROR' && category !== 'PARTIAL_FAILURE') return false
  if (typeof code !== 'string') return false
  const own = isFailureName(code) ? code : isErrorCode(code) ? ERROR_CODES[code].exit : category
  return own !== category && (own === 'ARG_ERROR' || own === 'PARTIAL_FAILURE')
}

const ONLY_1_6 = ['retry_after_ms', 'fix_required', 'fix_command', 'retry_strategy']

/**
 * Tells the generations of the spec apart by what only one of them says, with this exit; undefined
 * where nothing does. An error that neither says proves nothing.
 */
export function tellGenerations(error: JsonObject, exit: number): GenerationEvidence | undefined {
  const newer = ONLY_1_6.find((name) => Object.hasOwn(error, name))
  if (newer !== undefined) return { is: 'spec-1.6', why: `error.${newer} is of 1.6`, isSure: true }
  if (Object.hasOwn(error, 'retry_after')) {
    return { is: 'spec-1.0', why: 'error.retry_after is of 1.0', isSure: true }
  }
  const not10 = refutation('spec-1.0', error, exit)
  const not16 = refutation('spec-1.6', error, exit)
  if (not10 === undefined && not16 !== undefined) {
    return { is: 'spec-1.0', why: not16, isSure: false }
  }
  if (not16 === undefined && not10 !== undefined) {
    return { is: 'spec-1.6', why: not10, isSure: false }
  }
  return undefined
}

function refutation(dialect: SpecDialect, error: JsonObject, exit: number): string | undefined {
  const category = standardExitName(exit, GENERATIONS[dialect])
  if (category === undefined || category === 'SUCCESS') return undefined
  return contradictsGeneration(dialect, { ...error, category })
}

/**
 * Puts the generation first whose reading repeats nothing, where neither is told: an error that
 * neither says with exit 2 may be half-done work, which that is in 1.0.
 */
export function carefulOrder(error: JsonValue | undefined, exit: number): readonly SpecDialect[] {
  const isNeither =
    exit === 2 && isJsonObject(error) && refutation('spec-1.0', error, exit) !== undefined
  return isNeither ? ['spec-1.0', 'spec-1.6'] : ['spec-1.6', 'spec-1.0']
}
