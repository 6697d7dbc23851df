import {
  isJsonObject,
  type FailureName,
  type JsonObject,
  type OutcomeErrorInput,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json/json-members.ts'
import {
  draftError,
  mergedDetails,
  synthesisedError,
  type DraftError,
  ERROR_FITS,
} from '../read/outcome-draft.ts'
import type { CaptureReader } from '../read/capture-reader.ts'
import { valueAt, type ErrorPlan, type Plan } from './plan.ts'

export function readError(
  plan: Plan,
  error: ErrorPlan,
  document: JsonObject,
  leftovers: JsonObject | undefined,
  reading: CaptureReader,
): DraftError {
  const texts = readTexts(error, document, reading)
  const byExit = failureByExit(plan, reading.exitCode)
  const code = texts['code'] ?? missingCode(error, byExit, reading)
  const category = plan.categoryOf(code) ?? byExit ?? 'GENERAL_ERROR'
  const { code: _code, message = missingMessage(error, document, reading), ...members } = texts
  const details = mergedDetails(
    leftovers,
    unknownMembers(error, document),
    declaredDetails(error, document),
  )
  const wait = readWait(error, document, reading)
  return draftError({
    code,
    message,
    category,
    retryable: readRetryable(error, document, reading),
    members: Object.assign(members as Partial<OutcomeErrorInput>, {
      details,
      retry_after_ms: wait,
    }),
  })
}

/** Makes the error for a failure without one; stderr becomes its detail. */
export function errorByExit(plan: Plan, reading: CaptureReader): DraftError {
  const category = failureByExit(plan, reading.exitCode) ?? 'GENERAL_ERROR'
  const said = reading.text('stderr').trim().slice(0, 4096)
  return synthesisedError({
    code: category,
    message:
      reading.exitCode === 0
        ? 'The command failed and does not say why.'
        : `The command ended with exit code ${reading.exitCode}.`,
    category,
    retryable: null,
    members: said === '' ? {} : { detail: said },
  })
}

export function failureByExit(plan: Plan, exitCode: number): FailureName | undefined {
  const name = plan.exitName(exitCode)
  return name === 'SUCCESS' ? undefined : name
}

type Texts = { -readonly [Key in ErrorPlan['texts'][number][0]]?: string }

function readTexts(error: ErrorPlan, document: JsonObject, reading: CaptureReader): Texts {
  const texts: Record<string, string> = {}
  for (const [key, parts] of error.texts) {
    const value = valueAt(document, parts)
    if (value === undefined || value === null) continue
    // An empty hint says nothing, but an empty code or message is what the tool said.
    if (value === '' && key !== 'code' && key !== 'message') continue
    // Flat envelopes often have numbers as codes.
    const text = key === 'code' && typeof value === 'number' ? String(value) : value
    if (ERROR_FITS[key](text)) texts[key] = text as string
    else if (!(key === 'message' && isJsonObject(value))) {
      reading.problem('error_member_invalid', `'${key}' of the error has the wrong type or value`)
    }
  }
  return texts
}

function missingCode(
  error: ErrorPlan,
  byExit: FailureName | undefined,
  reading: CaptureReader,
): string {
  if (error.texts.some(([key]) => key === 'code')) {
    reading.problem('error_code_missing', 'the error has no code')
  }
  return byExit ?? 'GENERAL_ERROR'
}

function missingMessage(error: ErrorPlan, document: JsonObject, reading: CaptureReader): string {
  const value = valueAt(document, error.at)
  if (typeof value === 'string' && value !== '') return value
  if (error.texts.some(([key]) => key === 'message')) {
    reading.problem('error_message_missing', 'the error has no message')
  }
  return 'The command failed.'
}

function readRetryable(
  error: ErrorPlan,
  document: JsonObject,
  reading: CaptureReader,
): boolean | null {
  if (!error.retryable) return null
  const value = valueAt(document, error.retryable) ?? null
  if (typeof value === 'boolean' || value === null) return value
  reading.problem('error_member_invalid', "'retryable' of the error is not a boolean")
  return null
}

function readWait(
  error: ErrorPlan,
  document: JsonObject,
  reading: CaptureReader,
): number | undefined {
  if (!error.wait) return undefined
  const value = valueAt(document, error.wait.parts) ?? null
  if (value === null) return undefined
  if (typeof value === 'number' && value >= 0) return Math.round(value * error.wait.factor)
  reading.problem('error_member_invalid', 'the wait is not a number')
  return undefined
}

function declaredDetails(error: ErrorPlan, document: JsonObject): JsonObject | undefined {
  const value = error.details && valueAt(document, error.details)
  if (value === undefined || value === null) return undefined
  return isJsonObject(value) ? value : { details: value }
}

function unknownMembers(error: ErrorPlan, document: JsonObject): JsonObject | undefined {
  const value = valueAt(document, error.at)
  return isJsonObject(value) ? withoutMembers(value, error.own) : undefined
}
