import { isCustomExitCode } from '../codes/custom-exit.ts'
import { EXIT_ROWS, defaultRetryable } from '../codes/exit-codes.ts'
import { isFailureName, type RespondGeneration } from '../codes/exit-names.ts'
import { defect } from '../outcome/defect.ts'
import { isSignalExitName } from '../codes/exit-codes.ts'
import {
  META_KEYS,
  type FailureExit,
  type RespondInput,
  type ResponseEnvelope,
  type Stopwatch,
} from './envelope.ts'
import { setMember } from '@surety/internal/json/json-members.ts'

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
  const data = succeeded ? successData(given) : null
  if (succeeded && (given.error ?? null) !== null)
    throw defect('SUCCESS_WITH_ERROR', 'a success cannot carry an error')
  if (!succeeded && (given.data ?? null) !== null)
    throw defect('FAILURE_WITH_DATA', 'a failure cannot carry data; put it in meta')
  return Object.freeze({
    ok: succeeded,
    data,
    error: succeeded ? null : errorOf(given.error, exit, generation),
    warnings: warningsOf(given.warnings),
    meta: metaOf(given),
  }) as unknown as ResponseEnvelope<T, G>
}

/** What a caller without types may give. */
interface LooseInput extends Partial<
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

function warningsOf(warnings: unknown): readonly string[] {
  if (warnings === undefined) return Object.freeze([])
  if (Array.isArray(warnings) && warnings.every((warning) => typeof warning === 'string')) {
    return Object.freeze([...warnings])
  }
  throw defect('WARNINGS_INVALID', 'warnings must be an array of strings')
}

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

function durationOf(duration: unknown): number {
  const value =
    typeof duration === 'object' && duration !== null ? (duration as Stopwatch).elapsed() : duration
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw defect('DURATION_INVALID', 'duration must be a stopwatch or a whole number of milliseconds')
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

export function errorOf(given: unknown, exit: FailureExit, generation: RespondGeneration): object {
  if (typeof given !== 'object' || given === null) {
    throw defect('FAILURE_WITHOUT_ERROR', `exit ${nameOf(exit)} needs an error`)
  }
  const error = given as Readonly<Record<string, unknown>>
  for (const key of ['code', 'message'] as const) {
    if (typeof error[key] !== 'string') {
      throw defect('ERROR_INCOMPLETE', `error.${key} must be a string`)
    }
    if (error[key] === '') throw defect('ERROR_INCOMPLETE', `error.${key} must not be empty`)
  }
  checkRedirect(error, exit)
  const retryable = error['retryable'] ?? retryableByDefault(exit, generation)
  checkRetry(error, exit, retryable)
  const keys = ERROR_KEYS[generation]
  if (generation === '1.0') checkClosed(error, keys)
  return Object.freeze(inOrder(error, keys, 'retryable', retryable))
}

const BEFORE = ['code', 'message', 'detail', 'retryable']
const AFTER = ['phase', 'suggestion', 'redirect']
const WAITS_16 = ['retry_after_ms', 'retry_strategy']
const FIXES = ['fix_required', 'fix_command']

const ERROR_KEYS: Readonly<Record<RespondGeneration, readonly string[]>> = {
  '1.0': [...BEFORE, 'retry_after', ...AFTER],
  '1.6': [...BEFORE, ...WAITS_16, ...FIXES, ...AFTER],
}

function checkClosed(error: Readonly<Record<string, unknown>>, keys: readonly string[]): void {
  const extra = Object.keys(error).filter((key) => !keys.includes(key) && error[key] !== undefined)
  if (extra.length === 0) return
  throw defect(
    'ERROR_IS_CLOSED',
    `error has no member ${extra.join(', ')} in contract 1.0; use meta`,
  )
}

function checkRedirect(error: Readonly<Record<string, unknown>>, exit: FailureExit): void {
  const isGiven = error['redirect'] !== undefined
  if (exit === 'REDIRECTED' && !isGiven) {
    throw defect('REDIRECT_MISSING', 'REDIRECTED needs error.redirect')
  }
  if (exit !== 'REDIRECTED' && isGiven) {
    throw defect('REDIRECT_MISPLACED', `error.redirect is for REDIRECTED, not for ${nameOf(exit)}`)
  }
}

function checkRetry(
  error: Readonly<Record<string, unknown>>,
  exit: FailureExit,
  retryable: unknown,
): void {
  if (exit === 'PARTIAL_FAILURE' && retryable === true) {
    throw defect('PARTIAL_RETRYABLE', 'PARTIAL_FAILURE left changes behind and is never retryable')
  }
  for (const wait of ['retry_after', ...WAITS_16]) {
    if (error[wait] !== undefined && retryable !== true) {
      throw defect('WAIT_WITHOUT_RETRYABLE', `error.${wait} needs retryable: true`)
    }
  }
  for (const fix of FIXES) {
    if (error[fix] !== undefined && retryable === true) {
      throw defect('FIX_WITH_RETRYABLE', `error.${fix} needs retryable: false`)
    }
  }
}

function retryableByDefault(exit: FailureExit, generation: RespondGeneration): boolean {
  if (typeof exit !== 'string') return exit.retryable
  if (!isFailureName(exit)) return false
  // An exit that may leave changes behind is never retryable in a manifest, and the answer mirrors it.
  const isClean = EXIT_ROWS[generation][exit].sideEffects === 'none'
  return isClean && defaultRetryable(exit, generation)
}

function nameOf(exit: FailureExit): string {
  return typeof exit === 'string' ? exit : exit.name
}

/** Copies own members, those in `order` first; the member `apart` of them gets `value`. Undefined is left out. */
export function inOrder(
  members: Readonly<Record<string, unknown>>,
  order: readonly string[],
  apart: string,
  value: unknown,
): Record<string, unknown> {
  const ordered: Record<string, unknown> = {}
  for (const name of order) {
    if (name === apart) ordered[name] = value
    else if (Object.hasOwn(members, name) && members[name] !== undefined)
      ordered[name] = members[name]
  }
  for (const name of Object.keys(members)) {
    if (!order.includes(name) && members[name] !== undefined)
      setMember(ordered, name, members[name])
  }
  return ordered
}
