import { isCustomExitCode } from '../codes/custom-exit.ts'
import { isFailureName, type RespondGeneration } from '../codes/exit-codes.ts'
import { defect } from '../outcome/defect.ts'
import { isSignalExitName } from '../outcome/outcome.ts'
import type { FailureExit, RespondInput, ResponseEnvelope, Stopwatch } from './envelope.ts'
import { errorOf, inOrder } from './respond-error.ts'

/**
 * Makes an envelope; nothing else makes one. What the contract forbids throws a {@link Defect}, but the
 * types of members of `meta` are the caller's word, which {@link respond} checks against the schema.
 */
export function makeEnvelope<T extends object, G extends RespondGeneration = '1.0'>(
  input: RespondInput<T, G>,
): ResponseEnvelope<T, G> {
  const given = input as LooseInput
  if (typeof given !== 'object' || given === null) {
    throw defect(
      'INPUT_INVALID',
      'respond() takes an object with exit, duration, and data or error',
    )
  }
  if ('ok' in given) throw defect('OK_IS_DERIVED', 'ok follows from the exit and cannot be given')
  const { exit, generation = '1.0' } = given
  if (generation !== '1.0' && generation !== '1.6') {
    throw defect('GENERATION_UNKNOWN', `contract ${describe(generation)} does not exist`)
  }
  const succeeded = exit === 'SUCCESS'
  if (!succeeded && !isFailureExit(exit)) {
    throw defect('EXIT_UNKNOWN', `${describe(exit)} is not an exit code; use a named constant`)
  }
  return Object.freeze({
    ok: succeeded,
    data: succeeded ? successData(given) : failureData(given),
    error: succeeded ? noError(given) : errorOf(given.error, exit, generation),
    warnings: warningsOf(given.warnings),
    meta: metaOf(given),
  }) as unknown as ResponseEnvelope<T, G>
}

/** What a caller without types may give. */
export interface LooseInput extends Partial<
  Record<'exit' | 'data' | 'error' | 'warnings' | 'duration', unknown>
> {
  readonly meta?: Record<string, unknown>
  readonly generation?: RespondGeneration
}

function isFailureExit(exit: unknown): exit is FailureExit {
  if (typeof exit === 'string') return isFailureName(exit) || isSignalExitName(exit)
  return isCustomExitCode(exit)
}

function successData(given: LooseInput): unknown {
  const data = given.data ?? null
  if (data === null) {
    if (given.meta?.['not_modified'] === true) return null
    throw defect(
      'DATA_AND_ERROR_NULL',
      'a success without data needs meta.not_modified; use {} for an empty result',
    )
  }
  if (typeof data !== 'object') {
    throw defect('DATA_IS_SCALAR', `data is a ${typeof data}; it must be an object or an array`)
  }
  if (!isPlain(data)) {
    throw defect('DATA_NOT_PLAIN', 'data is not plain JSON; convert it with toJsonValue()')
  }
  return data
}

// In any realm the prototype of a plain object is null or the end of the chain.
function isPlain(data: object): boolean {
  if (Array.isArray(data)) return true
  const prototype: unknown = Object.getPrototypeOf(data)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function noError(given: LooseInput): null {
  if (given.error === undefined || given.error === null) return null
  throw defect('SUCCESS_WITH_ERROR', 'a success cannot carry an error')
}

function failureData(given: LooseInput): null {
  if (given.data === undefined || given.data === null) return null
  throw defect('FAILURE_WITH_DATA', 'a failure cannot carry data; put it in meta')
}

function warningsOf(warnings: unknown): readonly string[] {
  if (warnings === undefined) return Object.freeze([])
  if (Array.isArray(warnings) && warnings.every((warning) => typeof warning === 'string')) {
    return Object.freeze([...warnings])
  }
  throw defect('WARNINGS_INVALID', 'warnings must be an array of strings')
}

const META_KEYS: readonly string[] = [
  'duration_ms',
  'request_id',
  'schema_version',
  'not_modified',
  'truncated',
  'cursor',
]

function metaOf(given: LooseInput): object {
  const { meta = {} } = given
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) {
    throw defect('META_INVALID', 'meta must be an object')
  }
  if (Object.hasOwn(meta, 'not_modified') && meta['not_modified'] === true) checkNotModified(given)
  return Object.freeze(inOrder(meta, META_KEYS, 'duration_ms', durationOf(given.duration)))
}

function checkNotModified(given: LooseInput): void {
  if (given.exit !== 'SUCCESS') {
    throw defect('NOT_MODIFIED_MISPLACED', 'not_modified is for a success')
  }
  if ((given.data ?? null) !== null) {
    throw defect('NOT_MODIFIED_WITH_DATA', 'not_modified means that data is null')
  }
}

export function durationOf(duration: unknown): number {
  const value =
    typeof duration === 'object' && duration !== null ? (duration as Stopwatch).elapsed() : duration
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw defect('DURATION_INVALID', 'duration must be a stopwatch or a whole number of milliseconds')
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
