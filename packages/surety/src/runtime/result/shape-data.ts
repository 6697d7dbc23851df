import { mannersIn } from '../run/manners.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import type { Command } from '../declare/command.ts'
import { cutPage, type CutPage, limitSize, type WayOn } from './paging/page.ts'
import { JsonSizes, type Position } from './paging/cut-size.ts'
import { nameShape } from './name-shape.ts'
import type { KeptAnswer } from './paging/rest.ts'
import { countTokens, cutToTokens } from './paging/tokens.ts'
import { limitVariable } from '../run/output-request.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { bindingOf } from './paging/cursor.ts'
import { hasCursor } from '../declare/has-cursor.ts'
import { restCommand, withoutOptions, withoutSecrets } from '../run/reissued-command-line.ts'
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
  const isMadeAgain = hasCursor(command.declaration)
  const cut = isMadeAgain ? pageOf(run, result) : null
  let shaped: ShapedData = { data: cut ? cut.items : result.data }
  const list = cut?.meta ?? (command.declaration.list ? keptListFacts(result) : null)
  if (list) addMeta(run, cutFacts(run, list))
  const { fields } = input.flags
  if (fields !== undefined)
    shaped = (await import('./choose-fields.ts')).chooseFields(run, fields, shaped.data)
  shaped = await countAndCut(run, input, shaped)
  return limited(run, shaped, { ...result, isMadeAgain, ...(list && { list }) }, cut)
}

/** Says how many items a list has that is never made again; all that the handler returned is at hand. */
function keptListFacts({ data, page, isOpen = false }: Omit<UncutResult, 'command'>): JsonObject {
  const hasMore = isOpen || (page !== null && page.next !== null)
  const returned = Array.isArray(data) ? data.length : 1
  const total = page ? page.total : isOpen ? null : returned
  const both = { truncated: hasMore, has_more: hasMore }
  const pagination = { total, returned, ...both, next_cursor: null }
  return { pagination, ...(total !== null && { total }), truncated: hasMore }
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
  {
    count,
    isOpen,
    isMadeAgain,
  }: { readonly count: number; readonly isOpen: boolean; readonly isMadeAgain: boolean },
): void {
  const data = Array.from<null>({ length: count }).fill(null)
  const shown = { input, data: isOpen && !isMadeAgain ? data.slice(1) : data, page: null, isOpen }
  const facts = isMadeAgain ? pageOf(run, shown).meta : keptListFacts(shown)
  addMeta(run, cutFacts(run, facts))
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
    ...(hint !== undefined &&
      lean['cursor'] === undefined &&
      lean['rest'] === undefined && { truncation_hint: hint }),
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
    ...lifeOf(run),
  })
}

const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000

/** Says when a cursor expires. */
function lifeOf(run: Run): { readonly expires: number } {
  return { expires: run.world.now().getTime() + CURSOR_LIFE_MS }
}

export async function countAndCut(
  run: Run,
  input: Pick<ParsedInput, 'flags'>,
  shaped: ShapedData,
  keptAs?: string,
): Promise<ShapedData> {
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
  const isPart = next !== undefined
  addMeta(run, { ...meta, ...(isRepeatable && isPart && { next_offset: next }) })
  if (isPart && !isRepeatable) {
    // A window of the call would make it again; a window of its rest does not.
    const { keepAnswer, lostRest } = await import('./paging/rest.ts')
    const kept = keptAs === undefined ? keepAnswer(run, data) : { key: keptAs }
    if ('key' in kept) addMeta(run, { next_offset: next, rest: kept.key })
    else warn(run, lostRest(run, kept.why))
  }
  if (cut.meta['truncated'] === true || cut.meta['token_offset'] !== 0) nameShape(run, 'selection')
  return { data: cut.data, isReshaped: true }
}

interface Limited {
  readonly input: Pick<ParsedInput, 'flags' | 'from'> & Partial<ParsedInput>
  readonly count?: number
  readonly command?: Command
  readonly isUnlimited?: boolean
  /** What is said about a list whose rest is kept. */
  readonly list?: JsonObject
  /** Whether a cursor makes the answer again; else its rest is kept. */
  readonly isMadeAgain: boolean
  /** The key of the answer, if it is kept already. */
  readonly keptAs?: string
}

/** Cuts data to the size limit, and leaves a way to cut it again in case the answer is still too large. */
export async function limited(
  run: Run,
  shaped: ShapedData,
  result: Limited,
  cut: CutPage | null,
): Promise<ShapedData> {
  const { input, count, isUnlimited = false, isMadeAgain, list } = result
  const { maxBytes } = run.output
  const { data } = shaped
  const { path } = input.from ?? {}
  const isWhole = maxBytes === 0 || isUnlimited
  const most = !isMadeAgain && list ? (input.page?.limit ?? 0) : 0
  const isTooMany = most > 0 && Array.isArray(data) && data.length > most
  if (path === undefined && isWhole && !isTooMany) return { ...shaped, isUnlimited }
  const sizes = new JsonSizes()
  let way: Awaited<ReturnType<typeof restWay>> | ReturnType<typeof cursorWay> | undefined
  const recut = async (budget: number): Promise<ShapedData> => {
    way ??= isMadeAgain
      ? cursorWay(run, input as ParsedInput)
      : await restWay(run, data, result.keptAs)
    const limit = limitSize(data, {
      budget,
      variable: limitVariable(run.cli),
      ...way,
      sizes,
      limit: most,
      ...(cut && { page: cut }),
      ...(path && { from: path }),
      ...(count !== undefined && { total: count }),
    })
    const facts = { ...(cut?.meta ?? list), ...limit.meta }
    return {
      data: limit.data,
      isReshaped: true,
      isUnlimited,
      meta: withReturned(cutFacts(run, facts), limit.data, limit.meta['truncated'] === true),
      warnings: limit.warnings,
      ...(!isWhole && { recut }),
    }
  }
  if (isWhole) return takeShape(run, await recut(Number.POSITIVE_INFINITY))
  // What surrounds the data is measured, and its room taken, when the answer is complete.
  const isSmall = path === undefined && !isTooMany && sizes.of(data) <= maxBytes
  return isSmall ? { ...shaped, recut } : takeShape(run, await recut(maxBytes))
}

/** Counts the items that are left of a page. */
function withReturned(meta: JsonObject, data: JsonValue, isPart: boolean): JsonObject {
  const { pagination } = meta
  if (!isJsonObject(pagination) || !Array.isArray(data)) return meta
  const more = isPart && { truncated: true, has_more: true }
  return { ...meta, pagination: { ...pagination, returned: data.length, ...more } }
}

/** What a cursor needs that makes the answer again. */
function cursorWay(run: Run, input: ParsedInput) {
  const argv = withoutOptions(run.world.argv, ['--cursor', '--limit'])
  return {
    invocation: [...callWords(run.cli), ...withoutSecrets(run, argv)],
    binding: bindingOf(run, input),
    ...lifeOf(run),
  }
}

/** Keeps the answer when it is cut, once, and leads to each place in it. */
async function restWay(run: Run, data: JsonValue, keptAs: string | undefined) {
  const { keepAnswer, lostRest, restId } = await import('./paging/rest.ts')
  let kept: KeptAnswer | null = keptAs === undefined ? null : { key: keptAs }
  const rest = (next: Position | null): WayOn => {
    kept ??= keepAnswer(run, data)
    if ('why' in kept) return { meta: {}, hint: null, warning: lostRest(run, kept.why) }
    const id = restId(kept.key, next ?? [])
    const command = restCommand(run, id)
    const hint = next === null ? `env ${limitVariable(run.cli)}=0 ${command}` : command
    return { meta: { rest: id }, hint }
  }
  return { invocation: [], binding: '', rest }
}
