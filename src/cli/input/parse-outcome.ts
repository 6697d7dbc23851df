import outcomeSchema from '../../../schemas/outcome.json' with { type: 'json' }
import {
  fail,
  isJsonObject,
  succeed,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeErrorInput,
} from '../../contract/index.ts'
import { validateDocument, type DocumentProblem } from '../../dialects/index.ts'

/** An outcome read from JSON, or all problems with it. */
export type ParsedOutcome =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

/**
 * Reads an outcome, plain or inside `{id, dialect, outcome}`. Members that can be derived may be
 * missing: `ok`, `exit`, category, retryable, recovery.
 */
export function parseOutcome(document: JsonValue): ParsedOutcome {
  const isWrapped = isJsonObject(document) && isJsonObject(document['outcome'])
  const value = isWrapped ? document['outcome']! : document
  const at = isWrapped ? '/outcome' : ''
  const problems = [...validateDocument({ schema: inputSchema() }, value)]
  if (isJsonObject(value)) problems.push(...contradictions(value))
  if (problems.length > 0) {
    return {
      ok: false,
      problems: problems.map(({ pointer, message }) => ({ pointer: at + pointer, message })),
    }
  }
  return { ok: true, outcome: toOutcome(value as JsonObject) }
}

function contradictions({ ok, exit, error }: JsonObject): readonly DocumentProblem[] {
  const problems: DocumentProblem[] = []
  const failed = isJsonObject(error)
  if (typeof ok === 'boolean' && ok === failed) {
    const message = failed ? 'is true although there is an error' : 'is false without an error'
    problems.push({ pointer: '/ok', message })
  }
  if (typeof exit === 'string' && (exit === 'SUCCESS') === failed) {
    const message = failed ? 'is SUCCESS although there is an error' : `is ${exit} without an error`
    problems.push({ pointer: '/exit', message })
  }
  return problems
}

function toOutcome({ exit, data = null, error, warnings, meta }: JsonObject): Outcome {
  const shared = {
    ...(warnings !== undefined && { warnings: warnings as readonly string[] }),
    ...(isJsonObject(meta) && { meta }),
  }
  if (!isJsonObject(error)) return succeed({ data, ...shared })
  const { category } = error
  return fail({
    exit: (exit as string | undefined) ?? (category as string | undefined) ?? 'GENERAL_ERROR',
    error: error as unknown as OutcomeErrorInput,
    data,
    ...shared,
  })
}

/** The schema of outcomes without references; members that can be derived are optional. */
function inputSchema(): JsonObject {
  const { properties, definitions } = outcomeSchema as {
    readonly properties: JsonObject
    readonly definitions: Readonly<Record<string, JsonObject>>
  }
  const error: JsonObject = { ...definitions['OutcomeError'], required: ['code', 'message'] }
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...properties,
      error: { oneOf: [{ type: 'null' }, error] },
      process: definitions['Process']!,
      diagnostics: definitions['Diagnostics']!,
    },
  }
}
