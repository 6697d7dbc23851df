import {
  copyIfJson,
  defect,
  isJsonObject,
  suretyError,
  SuretyError,
  type JsonValue,
} from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'
import type { Command } from '../declare/command.ts'
import { shapeAnswer } from './shape-data.ts'
import { wholeAnswers } from './whole-answers.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { isMarked } from '../handler/handler-result.ts'
import { commandName, type Run } from '../run/run-state.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { issuePath, type StandardSchema } from '../declare/standard-schema.ts'

/** Checks the return value of a handler and turns it into the end of the run. */
export async function toRunEnd(
  run: Run,
  command: Command,
  input: ParsedInput,
  returned: unknown,
): Promise<RunEnd> {
  if (returned instanceof SuretyError) throw returned
  let data = returned
  let type: string | undefined
  if (isMarked(data)) {
    if (data.kind === 'not-modified') {
      run.meta['etag'] = data.etag
      return { kind: 'not-modified' }
    }
    if (data.kind === 'text') return data
    if (data.kind === 'typed') {
      type = checkType(run, command, data.type)
      data = data.data
    }
  }
  const { output } = command.declaration
  const items = isMarked(data) && data.kind === 'page' ? data.items : data
  const valid = output && !run.isDryRun ? await checkOutput(run, output, items) : items
  const { job } = command.declaration
  const given = await toJson(run, valid === undefined ? emptyResult(run) : valid)
  const json = job
    ? (await import('./job-descriptor.ts')).completeDescriptor(run, job, given)
    : given
  const { danger } = command.declaration
  if (danger !== 'safe' && !statesEffect(run, json)) {
    if (run.isDryRun && danger) (await import('./check-preview.ts')).checkPreview(run, json)
    else (await import('./check-effect.ts')).checkEffect(run, command, json)
  }
  // A file takes all bytes of a binary result.
  run.isWhole = wholeAnswers.has(command) || (run.file !== null && !!command.declaration.binary)
  const page = isMarked(data) && data.kind === 'page' ? data : null
  const shaped = await shapeAnswer(run, { command, input, data: json ?? emptyResult(run), page })
  const ending = { kind: 'data', data: shaped, ...(type !== undefined && { type }) } as const
  // A description of the tool has its own etag.
  if (!command.declaration.cacheable || run.isWhole || run.meta['etag'] !== undefined) return ending
  return (await import('./automatic-etag.ts')).withEtag(run, input.framework.etag, ending)
}

/** Returns the value for no result: `{}` in dialects that do not allow null. */
function emptyResult(run: Run): JsonValue {
  return traitsOf(run.output.dialect).rejectsNull ? {} : null
}

/** Converts any value to JSON; loads the serialiser only for values that are not JSON yet. */
export function toJson(run: Run, value: unknown): JsonValue | Promise<JsonValue> {
  // A filter forwards the output of other programs unchanged.
  const stripTerminalCodes = run.command?.declaration.filter === undefined
  return copyIfJson(value, { stripTerminalCodes }) ?? serialise(run, value, stripTerminalCodes)
}

async function serialise(
  run: Run,
  value: unknown,
  stripsTerminalCodes: boolean,
): Promise<JsonValue> {
  const { serialiseResult } = await import('./serialise-result.ts')
  return serialiseResult(run, value, stripsTerminalCodes)
}

/** Checks a value against a declared output schema and returns the checked value. */
export async function checkOutput(
  run: Run,
  schema: StandardSchema,
  value: unknown,
): Promise<unknown> {
  const checking = schema['~standard'].validate(value)
  const result = checking instanceof Promise ? await checking : checking
  if (!result.issues) return result.value
  const problems = result.issues.map(
    (issue) => `${issuePath(issue) || 'the result'}: ${issue.message}`,
  )
  throw suretyError(
    'OUTPUT_INVALID',
    `${commandName(run)} returned a result that does not match its output schema.`,
    {
      detail: problems.slice(0, 10).join('; '),
      retryable: false,
    },
  )
}

function checkType(run: Run, command: Command, type: string): string {
  const { type: own, types = [] } = command.declaration
  if (type === own || types.includes(type)) return type
  throw defect(
    'TYPE_UNDECLARED',
    `${commandName(run)} returned type '${type}', which it does not declare`,
  )
}

/** Tests for a change that states its effect, as most do. */
function statesEffect(run: Run, data: JsonValue): boolean {
  if (run.isDryRun || run.effect !== null || !isJsonObject(data)) return false
  const { effect } = data
  return typeof effect === 'string' && /^(created|updated|deleted|noop)$/.test(effect)
}
