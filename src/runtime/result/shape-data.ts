import { mannersIn } from '../run/manners.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'
import { outputJsonSchema } from '../../schema/index.ts'
import type { Command } from '../declare/command.ts'
import { parseFields, projectFields } from './paging/fields.ts'
import { cutPage, type CutPage, limitSize } from './paging/page.ts'
import { JsonSizes } from './paging/cut-size.ts'
import { countTokens, cutToTokens } from './paging/tokens.ts'
import { limitVariable } from '../run/output-request.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { bindingOf } from './paging/cursor.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { withoutOptions, withoutSecrets } from '../run/reissued-command-line.ts'
import type { PageResult } from '../handler/handler-result.ts'
import type { ShapedData } from '../run/ending/run-end.ts'
import { addMeta, unsay, warn, type Run } from '../run/run-state.ts'
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
  /** Whether a part of the data would be useless, so that the size limit does not apply. */
  readonly isUnlimited?: boolean
}

/** Cuts an answer to the requested page, fields and tokens, and to the size limit; the run says what was cut. */
export async function shapeAnswer(run: Run, result: UncutResult): Promise<ShapedData> {
  const { command, input } = result
  const cut = command.declaration.list ? pageOf(run, result) : null
  let shaped: ShapedData = { data: cut ? cut.items : result.data }
  if (cut) addMeta(run, cutFacts(run, cut.meta))
  const { fields } = input.flags
  if (fields !== undefined) shaped = chooseFields(run, fields, shaped.data)
  shaped = await countAndCut(run, input, shaped)
  return limited(run, shaped, result, cut)
}

/** Replaces what the run says about an earlier shape of its data. */
export function takeShape(run: Run, shaped: ShapedData, earlier?: ShapedData): ShapedData {
  unsay(run, Object.keys(earlier?.meta ?? {}), earlier?.warnings)
  addMeta(run, shaped.meta ?? {})
  for (const text of shaped.warnings ?? []) warn(run, text)
  return shaped
}

export function describeStreamedPage(
  run: Run,
  input: ParsedInput,
  { count, isOpen }: { readonly count: number; readonly isOpen: boolean },
): void {
  const data = Array.from<null>({ length: count }).fill(null)
  addMeta(run, cutFacts(run, pageOf(run, { input, data, page: null, isOpen }).meta))
}

/** Chooses the facts about a page or a cut for `meta`; a lean answer states each of them once. */
function cutFacts({ output: { dialect, format } }: Run, facts: JsonObject): JsonObject {
  if (format === 'human') return facts
  const { page_size: _known, total, ...rest } = facts
  if (!traitsOf(dialect).isLean) return mannersIn(dialect).pageFacts(facts)
  const { pagination: _same, truncation_hint: hint, truncated, ...lean } = rest
  return {
    ...lean,
    ...(truncated !== false && truncated !== undefined && { truncated }),
    ...(truncated !== false &&
      total !== undefined &&
      lean['total_count'] === undefined && { total }),
    ...(hint !== undefined && lean['cursor'] === undefined && { truncation_hint: hint }),
  }
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

export function chooseFields(run: Run, text: string, data: JsonValue): ShapedData {
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
  const { data: chosen, unmatched } = projectFields(data, fields.paths)
  // An empty list has no fields to compare with.
  const isEmpty = Array.isArray(data) && data.length === 0
  for (const path of isEmpty ? unknownIn(run, unmatched) : unmatched)
    warn(run, `--fields: there is no '${path}' in the data.`)
  nameShape(run, 'selection')
  return { data: chosen, isReshaped: true }
}

/** Finds the paths that the declared items cannot have. */
function unknownIn({ command }: Run, paths: readonly string[]): readonly string[] {
  const { output } = command?.declaration ?? {}
  const { items } = output ? outputJsonSchema(output) : {}
  const properties = isJsonObject(items) ? items['properties'] : undefined
  if (!isJsonObject(properties)) return []
  return paths.filter((path) => !Object.hasOwn(properties, path.split(/[.[]/)[0]!))
}

async function countAndCut(run: Run, input: ParsedInput, shaped: ShapedData): Promise<ShapedData> {
  const { tokenCount, tokenLimit, tokenOffset } = input.flags
  const { data } = shaped
  const isRepeatable = run.command?.declaration.danger === 'safe'
  if (tokenCount) {
    nameShape(run, 'token_count')
    const count = await countTokens(JSON.stringify(data))
    const isBare = traitsOf(run.output.dialect).hasEnvelope === false
    return { data: isBare ? count : { token_count: count }, isReshaped: true }
  }
  if (tokenLimit === undefined && tokenOffset === undefined) return shaped
  const cut = await cutToTokens(data, {
    ...(tokenLimit !== undefined && { limit: tokenLimit }),
    ...(tokenOffset !== undefined && { offset: tokenOffset }),
  })
  const { next_offset: next, ...meta } = cut.meta
  addMeta(run, { ...meta, ...(isRepeatable && next !== undefined && { next_offset: next }) })
  if (cut.meta['truncated'] === true || cut.meta['token_offset'] !== 0) nameShape(run, 'selection')
  return { data: cut.data, isReshaped: true }
}

/** Replaces the type of a result that no longer has the shape that its type stands for. */
function nameShape(run: Run, type: string): void {
  if (run.command?.declaration.type !== undefined) addMeta(run, { type })
}

/** Cuts data to the size limit, and leaves a way to cut it again in case the answer is still too large. */
function limited(
  run: Run,
  shaped: ShapedData,
  { input, count, isUnlimited = false }: UncutResult,
  cut: CutPage | null,
): ShapedData {
  const { maxBytes } = run.output
  const { data } = shaped
  const { path } = input.from ?? {}
  const isWhole = maxBytes === 0 || isUnlimited
  if (path === undefined && isWhole) return { ...shaped, isUnlimited }
  const sizes = new JsonSizes()
  const recut = (budget: number): ShapedData => {
    const argv = withoutOptions(run.world.argv, ['--cursor', '--limit'])
    const limit = limitSize(data, {
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
    const meta = cutFacts(run, { ...cut?.meta, ...limit.meta })
    const { pagination } = meta
    const isPage = cut && isJsonObject(pagination) && Array.isArray(limit.data)
    const returned = Array.isArray(limit.data) ? limit.data.length : 0
    return {
      data: limit.data,
      isReshaped: true,
      isUnlimited,
      meta: isPage ? { ...meta, pagination: { ...pagination, returned } } : meta,
      warnings: limit.warning === undefined ? [] : [limit.warning],
      ...(!isWhole && { recut }),
    }
  }
  if (isWhole) return takeShape(run, recut(Number.POSITIVE_INFINITY))
  // What surrounds the data is measured, and its room taken, when the answer is complete.
  const isSmall = path === undefined && sizes.of(data) <= maxBytes
  return isSmall ? { ...shaped, recut } : takeShape(run, recut(maxBytes))
}
