import { defect } from '../outcome/defect.ts'
import {
  defaultRetryable,
  EXIT_CODE_TABLES,
  isFailureName,
  type RespondGeneration,
} from '../codes/exit-codes.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { FailureExit } from './envelope.ts'

/** Makes the error object of an envelope, or throws a defect. */
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

const ERROR_KEYS: Readonly<Record<RespondGeneration, readonly string[]>> = {
  '1.0': [
    'code',
    'message',
    'detail',
    'retryable',
    'retry_after',
    'phase',
    'suggestion',
    'redirect',
  ],
  '1.6': [
    'code',
    'message',
    'detail',
    'retryable',
    'retry_after_ms',
    'retry_strategy',
    'fix_required',
    'fix_command',
    'phase',
    'suggestion',
    'redirect',
  ],
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

const WAITS = ['retry_after', 'retry_after_ms', 'retry_strategy'] as const
const FIXES = ['fix_required', 'fix_command'] as const

function checkRetry(
  error: Readonly<Record<string, unknown>>,
  exit: FailureExit,
  retryable: unknown,
): void {
  if (exit === 'PARTIAL_FAILURE' && retryable === true) {
    throw defect('PARTIAL_RETRYABLE', 'PARTIAL_FAILURE left changes behind and is never retryable')
  }
  for (const wait of WAITS) {
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
  const isClean = EXIT_CODE_TABLES[generation][exit].sideEffects === 'none'
  return isClean && defaultRetryable(exit, generation)
}

function nameOf(exit: FailureExit): string {
  return typeof exit === 'string' ? exit : exit.name
}

/**
 * Copies own members: those in `order` first, then the others as they come. Undefined members are left
 * out. The member `apart`, one of `order`, gets `value` whatever the object says.
 */
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
