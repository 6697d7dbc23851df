import {
  defect,
  isJsonObject,
  SERIALISATION_RULES,
  suretyError,
  SuretyError,
  toJsonValue,
  type JsonValue,
  type SerialisationChange,
} from '../contract/index.ts'
import type { Command } from './command.ts'
import { cutPage } from './pages.ts'
import type { ParsedInput } from './parsed-input.ts'
import { isMarked } from './result.ts'
import { commandName, type Run } from './run.ts'
import type { Ending } from './settle.ts'
import { issuePath, type StandardSchema } from './standard-schema.ts'

/** Turns what a handler returned into an ending, or refuses it. */
export async function toEnding(
  run: Run,
  command: Command,
  input: ParsedInput,
  returned: unknown,
): Promise<Ending> {
  if (returned instanceof SuretyError) throw returned
  let data = returned
  let type: string | undefined
  if (isMarked(data)) {
    if (data.kind === 'not-modified') {
      run.meta['etag'] = data.etag
      return { kind: 'not-modified' }
    }
    if (data.kind === 'typed') {
      type = checkType(run, command, data.type)
      data = data.data
    }
  }
  const { list, output } = command.declaration
  const items = isMarked(data) && data.kind === 'page' ? data.items : data
  const valid = output && !run.isDryRun ? await checkOutput(run, output, items) : items
  const json = toJson(run, valid)
  if (command.declaration.danger !== 'safe') checkEffect(run, json)
  const cut = list ? cutPage(run, input, json, isMarked(data) && data.kind === 'page' ? data : null) : json
  return { kind: 'data', data: cut ?? {}, ...(type !== undefined && { type }) }
}

/** Turns any value into JSON; what JSON has no word for is the command's failure, not a silent null. */
export function toJson(run: Run, value: unknown): JsonValue {
  const { json, changes } = toJsonValue(value === undefined ? {} : value, { stripTerminalCodes: true })
  const fatal = changes.filter((change) => FATAL.has(change.kind))
  if (fatal.length > 0) {
    const where = fatal.map((change) => `${change.pointer || '/'} (${change.kind})`).join(', ')
    throw suretyError('RESULT_UNSERIALISABLE', `The result cannot be written as JSON at ${where}.`, {
      details: { changes: fatal.slice(0, 20).map(({ pointer, kind }) => ({ pointer, kind })) },
    })
  }
  for (const change of changes.slice(0, 20)) {
    if (change.lossy) run.warnings.push(`${change.pointer || '/'}: ${SERIALISATION_RULES[change.kind].note}`)
  }
  return json
}

const FATAL: ReadonlySet<SerialisationChange['kind']> = new Set([
  'function', 'symbol', 'to-json-threw', 'getter-threw', 'unreadable', 'unsupported', 'circular',
  'too-deep', 'too-large',
] as const)

/** Checks a value against a declared output schema, and gives the checked value. */
export async function checkOutput(run: Run, schema: StandardSchema, value: unknown): Promise<unknown> {
  const checking = schema['~standard'].validate(value)
  const result = checking instanceof Promise ? await checking : checking
  if (!result.issues) return result.value
  const problems = result.issues.map((issue) => `${issuePath(issue) || 'the result'}: ${issue.message}`)
  throw suretyError('OUTPUT_INVALID', `${commandName(run)} returned what its output schema does not allow.`, {
    detail: problems.slice(0, 10).join('; '),
    retryable: false,
  })
}

function checkType(run: Run, command: Command, type: string): string {
  if (command.checked.types.includes(type)) return type
  throw defect('TYPE_UNDECLARED', `${commandName(run)} returned type '${type}', which it does not declare`)
}

const EFFECTS = new Set(['created', 'updated', 'deleted', 'noop'])

function checkEffect(run: Run, data: JsonValue): void {
  const effect = isJsonObject(data) ? data['effect'] : undefined
  if (run.isDryRun) {
    if (typeof effect !== 'string' || !effect.startsWith('would_')) {
      throw defect('EFFECT_INVALID', `${commandName(run)}: dryRun() must return an effect that begins with would_`)
    }
    if (!isJsonObject(data) || typeof data['would_affect'] !== 'object' || data['would_affect'] === null) {
      throw defect('WOULD_AFFECT_MISSING', `${commandName(run)}: dryRun() must return would_affect`)
    }
    return
  }
  if (typeof effect !== 'string' || !EFFECTS.has(effect)) {
    throw defect(
      'EFFECT_MISSING',
      `${commandName(run)} changes things and must return effect: created, updated, deleted or noop`,
    )
  }
}
