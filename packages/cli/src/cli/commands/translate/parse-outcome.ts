import outcomeSchema from 'surety/schemas/outcome.json' with { type: 'json' }
import {
  fail,
  isJsonObject,
  succeed,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeErrorInput,
} from 'surety/unstable/contract'
import { validateDocument, type DocumentProblem } from 'surety/unstable/dialects'

/** Reads an outcome, plain or inside `{id, dialect, outcome}`. Members that can be derived may be missing. */
export function parseOutcome(document: JsonValue) {
  const isWrapped = isJsonObject(document) && isJsonObject(document['outcome'])
  const value = isWrapped ? document['outcome']! : document
  const at = isWrapped ? '/outcome' : ''
  const problems = [
    ...validateDocument({ schema: inputSchema() }, value),
    ...(isJsonObject(value) ? contradictions(value) : []),
  ]
  if (problems.length === 0) return { ok: true as const, outcome: toOutcome(value as JsonObject) }
  const placed = problems.map(({ pointer, message }) => ({ pointer: at + pointer, message }))
  return { ok: false as const, problems: placed }
}

function contradictions({ ok, exit, error }: JsonObject): readonly DocumentProblem[] {
  const failed = isJsonObject(error)
  const why = failed ? 'although there is an error' : 'without an error'
  const isWrongExit = typeof exit === 'string' && (exit === 'SUCCESS') === failed
  return [
    ...(ok === failed ? [{ pointer: '/ok', message: `is ${failed} ${why}` }] : []),
    ...(isWrongExit ? [{ pointer: '/exit', message: `is ${exit} ${why}` }] : []),
  ]
}

function toOutcome({ exit, data = null, error, warnings, meta }: JsonObject): Outcome {
  const shared = {
    ...(warnings !== undefined && { warnings: warnings as readonly string[] }),
    ...(isJsonObject(meta) && { meta }),
  }
  if (!isJsonObject(error)) return succeed({ data, ...shared })
  const name = (exit ?? error['category'] ?? 'GENERAL_ERROR') as string
  return fail({ exit: name, error: error as unknown as OutcomeErrorInput, data, ...shared })
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
