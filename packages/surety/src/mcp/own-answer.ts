import {
  objectOf,
  fail,
  isJsonObject,
  succeed,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../contract/index.ts'
import { lossesIn, loadEncoder, traitsOf, type EncodedDocument } from '../dialects/index.ts'
import type { CallAnswer } from './served-tool.ts'

export async function answerOf(dialect: string, outcome: Outcome): Promise<CallAnswer> {
  const encoder = await loadEncoder(dialect)
  return toCallAnswer(dialect, outcome, encoder.toDocument(outcome, { now: () => new Date() }))
}

export function answerData(dialect: string, data: JsonValue): Promise<CallAnswer> {
  return answerOf(dialect, succeed({ data }))
}

export function answerRefusal(dialect: string, refusal: Refusal): Promise<CallAnswer> {
  const error = { ...refusal, phase: 'validation', retryable: false } as const
  return answerOf(dialect, fail({ exit: 'ARG_ERROR', error }))
}

export interface Refusal {
  readonly code: string
  readonly message: string
  readonly suggestion?: string
  readonly details?: JsonObject
}

/** Puts an encoded outcome together with what its dialect could not say. */
export async function toCallAnswer(
  dialect: string,
  outcome: Outcome,
  encoded: EncodedDocument,
): Promise<CallAnswer> {
  const { document, exit_code: exitCode } = encoded
  return {
    isOk: outcome.ok,
    document,
    dialect,
    exit: outcome.exit,
    exitCode,
    beyond: await beyondDialect(dialect, outcome, encoded),
  }
}

/** Members that can change what a caller does next. */
const DECISIVE =
  /^\/(?:warnings|meta\/(?:cursor|rest|truncated|total|has_more|pagination)|error\/(?:code|retryable|retry_after_ms|redirect|suggestion|next_steps|details|fix_required|fix_command|field_errors))(?:\/|$)/

/** Collects the members that are neither in the document nor stowed in it. */
async function beyondDialect(
  dialect: string,
  outcome: Outcome,
  encoded: EncodedDocument,
): Promise<JsonObject | null> {
  // A success in a spec dialect says all of it.
  if (outcome.ok && traitsOf(dialect).generation !== undefined) return null
  const losses = encoded.losses ?? (await lossesIn(dialect, outcome, encoded))
  const beyond: Record<string, JsonValue> = {}
  for (const { pointer, stowed_at: stowedAt } of losses) {
    if (stowedAt !== null || !DECISIVE.test(pointer)) continue
    const [top = '', member] = pointer.slice(1).split('/')
    const whole = (outcome as unknown as Record<string, JsonValue>)[top] ?? null
    if (member === undefined || !isJsonObject(whole)) beyond[top] = whole
    else if (whole[member] != null)
      beyond[top] = { ...objectOf(beyond[top]), [member]: whole[member] }
  }
  return Object.keys(beyond).length > 0 ? beyond : null
}

/** The text is the whole envelope as well: some clients show nothing else to their model. */
export function toToolResult(answer: CallAnswer) {
  const envelope = toObject(answer.document)
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(envelope) }],
    structuredContent: envelope,
    isError: !answer.isOk,
    _meta: {
      'surety/dialect': answer.dialect,
      'surety/exit': answer.exit,
      'surety/exit_code': answer.exitCode,
      ...(answer.beyond !== null && { 'surety/outcome': answer.beyond }),
    },
  }
}

/** The protocol wants an object, and a bare result may be anything. */
function toObject(document: JsonValue | undefined): JsonObject {
  if (isJsonObject(document)) return document
  return document === undefined ? {} : { data: document }
}
