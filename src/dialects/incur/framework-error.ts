import type { FailureOutcome, JsonObject, JsonValue } from '../../contract/index.ts'
import type { EncodeOptions } from '../dialect.ts'

/** Problems without a field, which incur reports by code and message alone. */
const WITHOUT_FIELD: ReadonlySet<JsonValue> = new Set(['UNKNOWN_COMMAND', 'UNKNOWN_FLAG'])

/** Translates problems with the input into incur's field errors; undefined if none is about a field. */
export function toFieldErrors(
  problems: readonly JsonObject[] | undefined,
): readonly JsonObject[] | undefined {
  const fields = (problems ?? []).filter((problem) => !WITHOUT_FIELD.has(problem['code'] ?? null))
  return fields.length > 0 ? fields.map(toFieldError) : undefined
}

/** Suggests the intended command for a mistyped one, or the help, as incur does. */
export function ctaOfFrameworkError(
  { error }: FailureOutcome,
  options: EncodeOptions,
): JsonObject | undefined {
  if (options.errorBody !== 'framework') return undefined
  const lost = error.field_errors?.find((problem) => problem['code'] === 'UNKNOWN_COMMAND')
  const command = lost?.['suggestion']
  if (typeof command !== 'string') return undefined
  return { description: 'Try this instead:', commands: [{ command }] }
}

function toFieldError(problem: JsonObject): JsonObject {
  const { code, param, value, allowed, message } = problem
  const isMissing = code === 'MISSING_ARGUMENT'
  const isChoice = code === 'INVALID_CHOICE'
  return {
    code: isChoice ? 'invalid_value' : 'invalid_type',
    missing: isMissing,
    path: typeof param === 'string' ? toPath(param) : '',
    expected: expectation(problem['expected'], allowed),
    received: isMissing ? 'undefined' : toText(value),
    message: message ?? '',
  }
}

/** Returns the key behind a parameter as it is typed: `--per-call` is `perCall`, `<url>` is `url`. */
function toPath(param: string): string {
  const name = param.replace(/^--?|^<|(\.\.\.)?>$/g, '')
  return param.startsWith('-')
    ? name.replace(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase())
    : name
}

function expectation(expected: JsonValue | undefined, allowed: JsonValue | undefined): string {
  if (typeof expected === 'string') return expected
  return Array.isArray(allowed) ? allowed.map(toText).join('|') : 'a value'
}

function toText(value: JsonValue | undefined): string {
  if (value === undefined) return 'undefined'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
