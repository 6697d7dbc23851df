import { isJsonObject, printableText, type JsonValue, type Outcome } from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/wires.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import { REDACTED } from '@surety/internal/redact/redactor.ts'
import { isSurelySecretName } from '@surety/internal/redact/secret-name.ts'
import { commandName, isHeadless, type Run } from '../run/run-state.ts'
import type { AnswerFacts, UnfinishedOutcome } from '../run/ending/run-end.ts'

/** An answer that is ready to be written. */
export interface FinishedRun {
  readonly outcome: Outcome
  readonly encoded: EncodedDocument
  readonly facts: AnswerFacts
  /** The text for programs, once it has been measured; null if there is nothing to print. */
  readonly text?: string | null
}

/** Makes what stands around the data or the error. */
export function surroundingsOf(run: Run, unfinished: UnfinishedOutcome) {
  const { type, cta, meta: more, failure, warnings: own = [] } = unfinished
  const said = [...run.warnings.map(({ text }) => text), ...own]
  const warnings = said.map((text) => cleanShownText(run, text))
  const meta: Record<string, JsonValue> = {}
  if (cta !== undefined) meta['cta'] = cleanShownJson(run, cta)
  meta['duration_ms'] = run.limit.elapsed() + (run.world.startupMs ?? 0)
  // A lean dialect states these only where they explain the answer.
  const { isLean, codesWarnings } = traitsOf(run.output.dialect)
  if (!isLean && run.path.length > 0) meta['command'] = commandName(run)
  if (!isLean || (failure?.exit === 'TIMEOUT' && run.limit.timeoutMs > 0))
    meta['timeout_ms'] = run.limit.timeoutMs
  if (isHeadless(run.world) && !isLean) meta['headless'] = true
  const named = type ?? run.command?.declaration.type
  if (named !== undefined) meta['type'] = named
  const contexts = run.warnings.map(({ context = null }) => cleanShownJson(run, context))
  if (codesWarnings && contexts.some((context) => context !== null))
    meta['warning_context'] = contexts
  Object.assign(meta, cleanShownJson(run, { ...run.meta, ...more }))
  return { warnings, meta }
}

/** Removes terminal codes and secrets from a text that will be shown. */
export function cleanShownText(run: Run, text: string): string {
  // Codes first: a secret with a colour code inside would not be recognised.
  return run.redactor.redact(printableText(text))
}

/** Cleans texts and names. In an error it hides secrets by name, but not `auth_methods`, which say how to sign in. */
export function cleanShownJson(run: Run, value: JsonValue, isError = false): JsonValue {
  if (typeof value === 'string') return cleanShownText(run, value)
  if (Array.isArray(value))
    return value.map((item: JsonValue) => cleanShownJson(run, item, isError))
  if (!isJsonObject(value)) return value
  const copy: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) {
    const isHidden = isError && typeof member === 'string' && isSurelySecretName(name)
    const clean = isHidden ? REDACTED : cleanShownJson(run, member, isError)
    setMember(copy, cleanShownText(run, name), clean)
  }
  return copy
}
