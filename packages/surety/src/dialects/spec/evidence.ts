import {
  INCOMPLETE_ROW,
  defaultRetryable,
  isJsonObject,
  standardExitName,
  type Generation,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import type { Weigh } from '../dialect.ts'
import { contradictsGeneration } from './rules.ts'

const MEMBERS = ['ok', 'data', 'error', 'warnings', 'meta']

export function weighSpec(generation: Generation): Weigh {
  return ({ document, stream, exit, has }) => {
    const found = MEMBERS.filter((name) => has(name))
    if (stream === 'stderr' || has('schema') || found.length < 4) return undefined
    // Without `ok`, the other four have to be all that there is.
    if (!has('ok') && Object.keys(document).length > 4) return undefined
    const members = `${found.length} of the five keys of the spec: ${found.join(', ')}`
    const base = found.length === MEMBERS.length ? 0.9 : 0.5
    const { error } = document
    const newest = signOf116(document, exit)
    // Contract 1.16 demands the sign, so that nothing else speaks for it.
    if (generation === '1.16' && !newest) return undefined
    const older = isJsonObject(error) ? distinguishGenerations(error, exit) : undefined
    const told = newest ?? older
    if (!told) {
      return {
        score: base,
        reasons: [members, 'nothing tells the generations apart'],
        yields: !isCarefulReading(generation, error, exit),
      }
    }
    const [more, less] = told.isSure ? [0.1, 0.4] : [0.05, 0.05]
    return told.is === generation
      ? { score: base + more, reasons: [members, told.why] }
      : { score: base - less, reasons: [members], yields: generation === '1.0' }
  }
}

export interface GenerationEvidence {
  readonly is: Generation
  readonly why: string
  /** True for members that only one generation has; exits only make a generation likely. */
  readonly isSure: boolean
}

const ONLY_1_6 = ['retry_after_ms', 'fix_required', 'fix_command', 'retry_strategy']

/** Returns the sign of contract 1.16: meta states the exit code, or an incomplete exit. Writers of 1.6 may have all else. */
function signOf116(document: JsonObject, exit: number): GenerationEvidence | undefined {
  const { meta, error } = document
  if (isJsonObject(meta) && Number.isInteger(meta['exit_code'])) {
    return { is: '1.16', why: 'meta.exit_code exists in contract 1.16 only', isSure: true }
  }
  const isIncomplete = isJsonObject(error) && error['code'] === 'INCOMPLETE'
  if (exit !== INCOMPLETE_ROW.number || !isIncomplete) return undefined
  return { is: '1.16', why: 'only contract 1.16 has INCOMPLETE with exit 14', isSure: false }
}

/** Distinguishes the older generations by what only one says with this exit; what neither would print proves nothing. */
export function distinguishGenerations(
  error: JsonObject,
  exit: number,
): GenerationEvidence | undefined {
  const newer = ONLY_1_6.find((name) => Object.hasOwn(error, name))
  if (newer !== undefined)
    return { is: '1.6', why: `error.${newer} exists in contract 1.6 only`, isSure: true }
  if (Object.hasOwn(error, 'retry_after')) {
    return { is: '1.0', why: 'error.retry_after exists in contract 1.0 only', isSure: true }
  }
  const not10 = refutation('1.0', error, exit)
  const not16 = refutation('1.6', error, exit)
  if ((not10 === undefined) === (not16 === undefined)) return undefined
  return not10 === undefined
    ? { is: '1.0', why: not16!, isSure: false }
    : { is: '1.6', why: not10, isSure: false }
}

function refutation(generation: Generation, error: JsonObject, exit: number): string | undefined {
  const category = standardExitName(exit, generation)
  if (category === undefined || category === 'SUCCESS') return undefined
  return contradictsGeneration(generation, { ...error, category })
}

/** Tests for the generation to assume: the oldest that fits, unless it would repeat a call that the other forbids. */
export function isCarefulReading(
  generation: Generation,
  error: JsonValue | undefined,
  exit: number,
): boolean {
  const oldest = standardExitName(exit, '1.0') ?? 'GENERAL_ERROR'
  const isStated = isJsonObject(error) && typeof error['retryable'] === 'boolean'
  const allowsMore = defaultRetryable(oldest, '1.0') && !defaultRetryable(oldest, '1.6')
  const isPartial = standardExitName(exit, '1.6') === 'PARTIAL_FAILURE'
  return generation === (isPartial || (allowsMore && !isStated) ? '1.6' : '1.0')
}
