import type { RespondGeneration } from '../codes/exit-codes.ts'
import { PHASES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/vocabulary.ts'
import { isMembers, type Members } from '../validate/validate-members.ts'

/**
 * Tests whether the published schema of a generation accepts a value. Fast: it allocates nothing and
 * lists no problems. Throws if a getter or a proxy does.
 */
export function isEnvelope(value: unknown, generation: RespondGeneration): boolean {
  if (!isMembers(value)) return false
  const { ok, data, error, warnings, meta } = value
  if (typeof ok !== 'boolean' || typeof data !== 'object') return false
  if (!Array.isArray(warnings) || !isMembers(meta)) return false
  for (const key in value) {
    switch (key) {
      case 'ok':
      case 'data':
      case 'error':
      case 'warnings':
      case 'meta':
        continue
      default:
        return false
    }
  }
  for (let index = 0; index < warnings.length; index++) {
    if (typeof warnings[index] !== 'string') return false
  }
  if (!isMeta(meta)) return false
  if (error === null) return true
  return isMembers(error) && (generation === '1.0' ? isError10(error) : isError16(error))
}

function isMeta(meta: Members): boolean {
  const { duration_ms, request_id, schema_version, not_modified, truncated, cursor } = meta
  return (
    isCount(duration_ms) &&
    isTextOrAbsent(request_id) &&
    (schema_version === undefined || isVersion(schema_version)) &&
    isFlagOrAbsent(not_modified) &&
    isFlagOrAbsent(truncated) &&
    isTextOrAbsent(cursor)
  )
}

function isError10(error: Members): boolean {
  for (const key in error) {
    switch (key) {
      case 'code':
      case 'message':
      case 'detail':
      case 'retryable':
      case 'retry_after':
      case 'phase':
      case 'suggestion':
      case 'redirect':
        continue
      default:
        return false
    }
  }
  const { retry_after } = error
  return isErrorBase(error) && (retry_after === undefined || isCount(retry_after))
}

function isError16(error: Members): boolean {
  const { retry_after_ms, retry_strategy, fix_required, fix_command } = error
  return (
    isErrorBase(error) &&
    (retry_after_ms === undefined || isCount(retry_after_ms)) &&
    (retry_strategy === undefined || isRetryStrategy(retry_strategy)) &&
    isTextOrAbsent(fix_required) &&
    isTextOrAbsent(fix_command)
  )
}

function isErrorBase(error: Members): boolean {
  const { code, message, detail, retryable, phase, suggestion, redirect } = error
  return (
    typeof code === 'string' &&
    typeof message === 'string' &&
    isTextOrAbsent(detail) &&
    isFlagOrAbsent(retryable) &&
    (phase === undefined || isPhase(phase)) &&
    isTextOrAbsent(suggestion) &&
    (redirect === undefined || isRedirect(redirect))
  )
}

function isRedirect(redirect: unknown): boolean {
  if (!isMembers(redirect)) return false
  for (const key in redirect) {
    switch (key) {
      case 'command':
      case 'permanent':
      case 'reason':
        continue
      default:
        return false
    }
  }
  const { command, permanent, reason } = redirect
  return (
    typeof command === 'string' &&
    typeof permanent === 'boolean' &&
    (reason === undefined || isReason(reason))
  )
}

const isTextOrAbsent = (value: unknown): boolean => typeof value === 'string' || value === undefined
const isFlagOrAbsent = (value: unknown): boolean =>
  typeof value === 'boolean' || value === undefined
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0

const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && words.includes(value)
const isPhase = isOneOf(PHASES)
const isReason = isOneOf(REDIRECT_REASONS)
const isRetryStrategy = isOneOf(RETRY_STRATEGIES)

const VERSION = /^\d+\.\d+$/
// Nearly every envelope has one of these two versions, and comparing is cheaper than matching.
const isVersion = (value: unknown): boolean =>
  value === '1.0' || value === '1.6' || (typeof value === 'string' && VERSION.test(value))
