import {
  defect,
  plainJson,
  suretyError,
  SuretyError,
  type JsonValue,
  isJsonObject,
} from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import type { Command } from '../declare/command.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { isMarked, type PageResult } from '../handler/handler-result.ts'
import { addMeta, commandName, isDryRun, reported, type Run, advise } from '../run/run-state.ts'
import type { RunEnd, ShapedData, UnfinishedOutcome } from '../run/ending/run-end.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { issuePath, type StandardSchema } from '../declare/standard-schema.ts'
import type { Danger } from '../declare/types/command-parts.ts'

/** Commands whose answer is useless in parts, so that the size limit does not apply: the manifest. */
export const wholeAnswers = new WeakSet<Command>()

/** Turns what a handler returned into the end of its run. */
export function toRunEnd(
  run: Run,
  command: Command,
  input: ParsedInput,
  returned: unknown,
): MaybeLater<RunEnd> {
  if (returned instanceof SuretyError) throw returned
  let data = returned
  let type: string | undefined
  if (isMarked(data)) {
    if (data.kind === 'not-modified') {
      addMeta(run, { etag: data.etag })
      return { kind: 'not-modified' }
    }
    if (data.kind === 'text') return data
    if (data.kind === 'typed') {
      type = checkType(run, command, data.type)
      data = data.data
    }
  }
  const { output } = command.declaration
  const page = isMarked(data) && data.kind === 'page' ? data : null
  const items = page ? page.items : data
  const checking = output && !isDryRun(run) ? checkOutput(run, output, items) : items
  const facts = { command, input, page, type }
  return checking instanceof Promise
    ? checking.then((valid) => dataEnd(run, facts, valid))
    : dataEnd(run, facts, checking)
}

interface ReturnedFacts {
  readonly command: Command
  readonly input: ParsedInput
  readonly page: PageResult<unknown> | null
  readonly type: string | undefined
}

/** Makes the end of a run from valid data: as it is, unless its command or its caller wants more of it. */
function dataEnd(run: Run, facts: ReturnedFacts, valid: unknown): MaybeLater<RunEnd> {
  const json = toJson(run, valid === undefined ? emptyResult(run) : valid)
  return json instanceof Promise
    ? json.then((data) => jsonEnd(run, facts, data))
    : jsonEnd(run, facts, json)
}

function jsonEnd(
  run: Run,
  { command, input, page, type }: ReturnedFacts,
  json: JsonValue,
): MaybeLater<RunEnd> {
  const { danger, cacheable } = command.declaration
  const data = json ?? emptyResult(run)
  const isUnlimited = wholeAnswers.has(command)
  const hasEffect = danger ? danger !== 'safe' : reported(run, 'effect').length > 0
  const isAsked = asksForShape(run, command, input)
  const kind = { kind: 'data', ...(type !== undefined && { type }) } as const
  const whole = { data, isUnlimited, whole: { data } }
  if (!hasEffect && !isAsked && !cacheable) return { ...kind, ...whole }
  const complete = async (): Promise<RunEnd> => {
    if (hasEffect) checkEffect(run, danger, data)
    const shaped = isAsked
      ? await (
          await import('./shape.ts')
        ).shapeAnswer(run, { input, returned: data, page }, isUnlimited)
      : whole
    // A description of the tool has its own etag.
    if (!cacheable || isUnlimited || run.meta['etag'] !== undefined) return { ...kind, ...shaped }
    const etag = (await import('./paging/etag.ts')).computeEtag(shaped.data)
    addMeta(run, { etag })
    if (etag !== input.flags.etag) return { ...kind, ...shaped }
    return { kind: 'not-modified', ...('meta' in shaped && { meta: shaped.meta }) }
  }
  return complete()
}

/** Tests whether a page, a part or a count is asked for; JSON that is too large is cut when its text is measured. */
function asksForShape({ output }: Run, { declaration }: Command, { flags, from }: ParsedInput) {
  const { fields, tokenCount, tokenLimit, tokenOffset } = flags
  if (declaration.list || output.format !== 'json' || from !== null) return true
  return (fields ?? tokenLimit ?? tokenOffset) !== undefined || tokenCount === true
}

/** Returns the value for no result: `{}` in dialects that do not allow null. */
function emptyResult(run: Run): JsonValue {
  return traitsOf(run.output.dialect).rejectsNull ? {} : null
}

/** Converts any value to JSON; fails if JSON cannot represent a part of it. Nearly all data is JSON as it is. */
export function toJson(run: Run, value: unknown): MaybeLater<JsonValue> {
  const plain = plainJson(value)
  if (plain !== undefined) return plain
  return import('./unfit-value.ts').then((its) => its.toJson(run, value))
}

/** Checks data by its schema; what a schema that waits finds is there later. */
export function checkOutput(run: Run, schema: StandardSchema, value: unknown): unknown {
  const checking = schema['~standard'].validate(value)
  return checking instanceof Promise
    ? checking.then((result) => accepted(run, result))
    : accepted(run, checking)
}

function accepted(
  run: Run,
  result: Awaited<ReturnType<StandardSchema['~standard']['validate']>>,
): unknown {
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

const EFFECTS = ['created', 'updated', 'deleted', 'noop']

/** Checks what a command says about its change, or about the change that it previews. */
function checkEffect(run: Run, danger: Danger | undefined, data: JsonValue): void {
  const { effect, would_affect: affected } = isJsonObject(data) ? data : {}
  const stated = typeof effect === 'string' ? effect : ''
  const name = commandName(run)
  if (isDryRun(run) && danger) {
    if (!stated.startsWith('would_'))
      throw defect(
        'EFFECT_INVALID',
        `${name}: dryRun() must return an effect that begins with would_`,
      )
    if (typeof affected !== 'object' || affected === null)
      throw defect('WOULD_AFFECT_MISSING', `${name}: dryRun() must return would_affect`)
    return
  }
  const told = reported(run, 'effect').at(-1)
  if (told) addMeta(run, { effect: told.effect })
  if (told || danger === undefined || EFFECTS.includes(stated)) return
  const advice = `${name} changes things and says not what: return effect: 'created', 'updated', 'deleted' or 'noop', or call ctx.effect()`
  // The change has happened, so a failure would be false; callers take a missing effect as unknown.
  advise(run, advice)
}

export type SuccessEnd = Extract<RunEnd, { kind: 'data' | 'text' | 'not-modified' | 'help' }>

export function isSuccess(end: RunEnd): end is SuccessEnd {
  return ['data', 'text', 'not-modified', 'help'].includes(end.kind)
}

/** Turns the end of a run that came to its end into its outcome. */
export function succeeded(run: Run, end: SuccessEnd): UnfinishedOutcome {
  if (end.kind === 'help') return end.outcome
  const isSame = end.kind === 'not-modified'
  const { data, type, isReshaped = false, isUnlimited = false } = isSame ? NOTHING : end
  const { meta, warnings = [] } = { ...NOTHING, ...end }
  // A failure has its next steps in the error.
  const said = reported(run, 'next').map(({ step }) => step)
  const steps = [...said, ...(run.command?.declaration.nextSteps ?? [])]
  const commands = steps.map((step) => ({ ...step }))
  return {
    data,
    failure: null,
    isReshaped,
    isUnlimited,
    ...(type !== undefined && { type }),
    meta: { ...meta, ...(isSame && { not_modified: true }) },
    warnings,
    ...(commands.length > 0 && { cta: { description: 'Next:', commands } }),
  }
}

/** What a caller gets that has it already. */
const NOTHING: ShapedData & { readonly type?: string } = { data: null }
