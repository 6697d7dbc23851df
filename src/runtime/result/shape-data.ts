import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'
import { outputJsonSchema } from '../../schema/index.ts'
import type { Command } from '../declare/command.ts'
import { parseFields, projectFields } from './paging/fields.ts'
import { cutPage, type CutPage, type LimitedSize, limitSize } from './paging/page.ts'
import { JsonSizes } from './paging/cut-size.ts'
import { countTokens, cutToTokens } from './paging/tokens.ts'
import { limitVariable } from '../run/output-request.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { bindingOf } from './paging/cursor.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { withoutOptions, withoutSecrets } from '../run/reissued-command-line.ts'
import type { PageResult } from '../handler/handler-result.ts'
import type { Run } from '../run/run-state.ts'
import { callWords } from '../declare/cli.ts'

export interface UncutResult {
  readonly command: Command
  readonly input: ParsedInput
  readonly data: JsonValue
  /** The page, if the author's backend cut one. */
  readonly page: PageResult<unknown> | null
  /** Whether an unknown number of items follows `data`. */
  readonly isOpen?: boolean
  /** The number of items, if `data` has only the first of them. */
  readonly count?: number
}

/** Cuts an answer to the requested page, fields and tokens, and to the size limit. */
export async function shapeAnswer(run: Run, result: UncutResult): Promise<JsonValue> {
  const { command, input } = result
  const cut = command.declaration.list ? pageOf(run, result) : null
  let data: JsonValue = cut ? cut.items : result.data
  if (cut) addCutFacts(run, cut.meta)
  const { fields } = input.flags
  if (fields !== undefined) data = chooseFields(run, fields, data)
  data = await countAndCut(run, input, data)
  return limited(run, data, result, cut)
}

export function describeStreamedPage(
  run: Run,
  input: ParsedInput,
  { count, isOpen }: { readonly count: number; readonly isOpen: boolean },
): void {
  const data = Array.from<null>({ length: count }).fill(null)
  addCutFacts(run, pageOf(run, { input, data, page: null, isOpen }).meta)
}

/** Adds the facts about a page or a cut to `meta`; a lean answer states each of them once. */
function addCutFacts(run: Run, facts: JsonObject): void {
  if (traitsOf(run.output.dialect).isLean && run.output.format !== 'human') {
    const { pagination: _same, page_size: _known, total, truncation_hint: hint, ...rest } = facts
    Object.assign(run.meta, rest)
    if (rest['truncated'] === false) delete run.meta['truncated']
    else if (total !== undefined && rest['total_count'] === undefined) run.meta['total'] = total
    if (hint !== undefined && rest['cursor'] === undefined) run.meta['truncation_hint'] = hint
  } else if (run.output.rules.describesPagesOnce && run.output.format !== 'human') {
    const { page_size: _size, total: _total, ...rest } = facts
    Object.assign(run.meta, rest)
  } else Object.assign(run.meta, facts)
}

function pageOf(run: Run, result: Omit<UncutResult, 'command'>): CutPage {
  const { input, data, page, isOpen = false, count } = result
  const { from, page: request } = input
  const items = Array.isArray(data) ? (data as readonly JsonValue[]) : [data]
  return cutPage({
    items,
    limit: request.limit,
    from,
    binding: bindingOf(run, input),
    ...(page && { backend: { next: page.next, total: page.total } }),
    total: isOpen ? null : count,
    ...lifeOf(run, input),
  })
}

const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000

/** Says when a cursor expires; one that equal calls give alike holds no time. */
function lifeOf(run: Run, { flags }: ParsedInput): { readonly expires?: number } {
  return flags.stableOutput ? {} : { expires: run.world.now().getTime() + CURSOR_LIFE_MS }
}

export function chooseFields(run: Run, text: string, data: JsonValue): JsonValue {
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
  const { data: chosen, unmatched } = projectFields(data, fields.paths)
  // An empty list has no fields to compare with.
  const isEmpty = Array.isArray(data) && data.length === 0
  for (const path of isEmpty ? unknownIn(run, unmatched) : unmatched)
    run.warnings.push(`--fields: there is no '${path}' in the data.`)
  nameShape(run, 'selection')
  return markReshaped(run, chosen)
}

/** Finds the paths that the declared items cannot have. */
function unknownIn({ command }: Run, paths: readonly string[]): readonly string[] {
  const { output } = command?.declaration ?? {}
  const { items } = output ? outputJsonSchema(output) : {}
  const properties = isJsonObject(items) ? items['properties'] : undefined
  if (!isJsonObject(properties)) return []
  return paths.filter((path) => !Object.hasOwn(properties, path.split(/[.[]/)[0]!))
}

async function countAndCut(run: Run, input: ParsedInput, data: JsonValue): Promise<JsonValue> {
  const { tokenCount, tokenLimit, tokenOffset } = input.flags
  const isRepeatable = run.command?.declaration.danger === 'safe'
  if (tokenCount) {
    nameShape(run, 'token_count')
    const count = await countTokens(JSON.stringify(data))
    const isBare = traitsOf(run.output.dialect).hasEnvelope === false
    return markReshaped(run, isBare ? count : { token_count: count })
  }
  if (tokenLimit === undefined && tokenOffset === undefined) return data
  const cut = await cutToTokens(data, {
    ...(tokenLimit !== undefined && { limit: tokenLimit }),
    ...(tokenOffset !== undefined && { offset: tokenOffset }),
  })
  const { next_offset: next, ...meta } = cut.meta
  Object.assign(run.meta, meta, isRepeatable && next !== undefined && { next_offset: next })
  if (cut.meta['truncated'] === true || cut.meta['token_offset'] !== 0) nameShape(run, 'selection')
  return markReshaped(run, cut.data)
}

/** Replaces the type of a result that no longer has the shape that its type stands for. */
function nameShape(run: Run, type: string): void {
  if (run.command?.declaration.type !== undefined) run.meta['type'] = type
}

/** Cuts data to the size limit, and leaves a way to cut it again in case the answer is still too large. */
function limited(
  run: Run,
  data: JsonValue,
  { input, count }: UncutResult,
  cut: CutPage | null,
): JsonValue {
  const { maxBytes } = run.output
  const { path } = input.from ?? {}
  const isUnlimited = maxBytes === 0 || run.answer.isUnlimited
  if (path === undefined && isUnlimited) return data
  const sizes = new JsonSizes()
  let last: LimitedSize | null = null
  const recut = (budget: number): JsonValue => {
    if (last) forget(run, last)
    const argv = withoutOptions(run.world.argv, ['--cursor', '--limit'])
    last = limitSize(data, {
      budget,
      invocation: [...callWords(run.cli), ...withoutSecrets(run, argv)],
      variable: limitVariable(run.cli),
      binding: bindingOf(run, input),
      ...lifeOf(run, input),
      sizes,
      ...(cut && { page: cut }),
      ...(path && { from: path }),
      ...(count !== undefined && { total: count }),
    })
    addCutFacts(run, { ...cut?.meta, ...last.meta })
    const { pagination } = run.meta
    if (cut && isJsonObject(pagination) && Array.isArray(last.data))
      run.meta['pagination'] = { ...pagination, returned: last.data.length }
    if (last.warning !== undefined) run.warnings.push(last.warning)
    return markReshaped(run, last.data)
  }
  if (isUnlimited) return recut(Number.POSITIVE_INFINITY)
  run.answer.recut = recut
  // What surrounds the data is measured, and its room taken, when the answer is complete.
  return path === undefined && sizes.of(data) <= maxBytes ? data : recut(maxBytes)
}

function forget(run: Run, { meta, warning }: LimitedSize): void {
  for (const name of Object.keys(meta)) delete run.meta[name]
  if (warning !== undefined) run.warnings.splice(run.warnings.lastIndexOf(warning), 1)
}

function markReshaped(run: Run, data: JsonValue): JsonValue {
  run.answer.isReshaped = true
  return data
}
