import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import { callWords } from '../declare/cli.ts'
import { hasCursor } from '../declare/has-cursor.ts'
import type { ShapedData, Whole } from '../run/ending/run-end.ts'
import { limitVariable } from '../run/output-request.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { restCommand, withoutOptions, withoutSecrets } from '../run/reissued-command-line.ts'
import { addMeta, type Run } from '../run/run-state.ts'
import { bindingOf } from './paging/cursor.ts'
import { jsonBytes, type Position } from './paging/cut-size.ts'
import {
  cutPage,
  cutToItems,
  describeCut,
  wayByCursor,
  type CutPage,
  type WayOn,
} from './paging/page.ts'

/** Takes the page, the fields and the tokens that were asked for, and no more bytes than the limit. */
export async function shapeAnswer(
  run: Run,
  whole: Omit<Whole, 'data'>,
  isUnlimited = false,
): Promise<ShapedData> {
  const { input, returned } = whole
  const page = isMadeAgain(run, whole) ? pageOf(run, whole) : null
  let data = page ? page.items : returned
  const { fields, tokenCount, tokenLimit, tokenOffset } = input.flags
  if (fields !== undefined)
    data = (await import('./fields.ts')).chooseFields(run, fields, data).data
  const isInTokens = tokenCount === true || (tokenLimit ?? tokenOffset) !== undefined
  if (isInTokens)
    data = await (await import('./token-window.ts')).takeTokens(run, data, input, whole.keptAs)
  const isReshaped = fields !== undefined || isInTokens
  const { maxBytes } = run.output
  const budget = maxBytes === 0 || isUnlimited ? Number.POSITIVE_INFINITY : maxBytes
  const shaped = await cutToLimit(run, { ...whole, data }, budget)
  return { ...shaped, isUnlimited, isReshaped: isReshaped || shaped.isReshaped === true }
}

/** Cuts data to a number of bytes and, where its rest is kept, of items; says what was cut, and how to go on. */
export async function cutToLimit(run: Run, whole: Whole, budget: number): Promise<ShapedData> {
  const { data, input, count, keptAs } = whole
  const page = isMadeAgain(run, whole) ? pageOf(run, whole) : null
  const isKeptList = page === null && !whole.isRest && Boolean(run.command?.declaration.list)
  const list = page?.meta ?? (isKeptList ? keptListFacts(whole) : {})
  const from = input.from?.path
  const most = isKeptList ? (input.page?.limit ?? 0) : 0
  const isTooMany = most > 0 && Array.isArray(data) && data.length > most
  if (from === undefined && !isTooMany && jsonBytes(data) <= budget)
    return { data, whole, meta: cutFacts(run, list) }
  const cut = cutToItems(data, budget, from, most)
  const isPart = cut.next !== null || cut.tooLarge > 0
  let way: WayOn = { meta: {}, hint: null }
  let key = keptAs
  if (isPart && page) way = wayByCursor(cursorWay(run, whole, page), cut.next)
  else if (isPart) [way, key] = await restWay(run, data, cut.next, keptAs)
  const said = describeCut(cut, way, limitVariable(run.cli), { count, isKept: page === null })
  const facts = cutFacts(run, { ...list, ...said.meta })
  return {
    data: cut.data,
    isReshaped: true,
    whole: { ...whole, ...(key !== undefined && { keptAs: key }) },
    meta: withReturned(facts, cut.data, isPart),
    warnings: said.warnings,
  }
}

export function describeStreamedPage(
  run: Run,
  input: ParsedInput,
  { count, isOpen }: { readonly count: number; readonly isOpen: boolean },
): void {
  const items = Array.from<null>({ length: count }).fill(null)
  const facts = isMadeAgain(run, {})
    ? pageOf(run, { input, returned: items, isOpen }).meta
    : keptListFacts({ returned: isOpen ? items.slice(1) : items, isOpen })
  addMeta(run, cutFacts(run, facts))
}

/** Tests whether a cursor makes the answer again; else its rest is kept. */
function isMadeAgain({ command }: Run, { isRest }: Partial<Whole>): boolean {
  return !isRest && command !== null && hasCursor(command.declaration)
}

/** Says how many items a list has that is never made again; all that the handler returned is at hand. */
function keptListFacts({
  returned: data,
  page = null,
  isOpen = false,
}: Pick<Whole, 'returned' | 'page' | 'isOpen'>): JsonObject {
  const hasMore = isOpen || (page !== null && page.next !== null)
  const returned = Array.isArray(data) ? data.length : 1
  const total = page ? page.total : isOpen ? null : returned
  const both = { truncated: hasMore, has_more: hasMore }
  const pagination = { total, returned, ...both, next_cursor: null }
  return { pagination, ...(total !== null && { total }), truncated: hasMore }
}

/** Chooses the facts about a page or a cut for `meta`; a lean answer states each of them once. */
function cutFacts({ output: { dialect, format } }: Run, facts: JsonObject): JsonObject {
  if (format === 'human') return facts
  const { page_size: _known, total, ...rest } = facts
  const { isLean, hasPagination } = traitsOf(dialect)
  if (!isLean) return hasPagination ? rest : facts
  const { pagination: _same, truncation_hint: hint, truncated = false, ...lean } = rest
  const hasWay = lean['cursor'] !== undefined || lean['rest'] !== undefined
  return {
    ...lean,
    ...(truncated !== false && { truncated }),
    ...(truncated !== false &&
      total !== undefined &&
      lean['total_count'] === undefined && { total }),
    ...(hint !== undefined && !hasWay && { truncation_hint: hint }),
  }
}

function pageOf(run: Run, whole: Omit<Whole, 'data'>): CutPage {
  const { input, returned, page = null, isOpen = false, count } = whole
  const given = input as ParsedInput
  return cutPage({
    items: Array.isArray(returned) ? (returned as readonly JsonValue[]) : [returned],
    limit: given.page.limit,
    from: given.from,
    binding: bindingOf(run, given),
    ...(page && { backend: { next: page.next, total: page.total } }),
    total: isOpen ? null : count,
    expires: expiryOf(run),
  })
}

const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000

function expiryOf(run: Run): number {
  return run.world.now().getTime() + CURSOR_LIFE_MS
}

/** Counts the items that are left of a page. */
function withReturned(meta: JsonObject, data: JsonValue, isPart: boolean): JsonObject {
  const { pagination } = meta
  if (!isJsonObject(pagination) || !Array.isArray(data)) return meta
  const more = isPart && { truncated: true, has_more: true }
  return { ...meta, pagination: { ...pagination, returned: data.length, ...more } }
}

/** What a cursor needs that makes the answer again. */
function cursorWay(run: Run, { input }: Whole, page: CutPage | null) {
  const argv = withoutOptions(run.world.argv, ['--cursor', '--limit'])
  return {
    invocation: [...callWords(run.cli), ...withoutSecrets(run, argv)],
    variable: limitVariable(run.cli),
    binding: bindingOf(run, input as ParsedInput),
    expires: expiryOf(run),
    page,
    from: input.from?.path,
  }
}

/** Keeps the answer, once, and leads to a place in it. */
async function restWay(run: Run, data: JsonValue, next: Position | null, key?: string) {
  const { keepAnswer, lostRest, restId } = await import('./paging/rest.ts')
  const kept = key === undefined ? keepAnswer(run, data) : { key }
  if ('why' in kept) {
    const lost: WayOn = { meta: {}, hint: null, warning: lostRest(run, kept.why) }
    return [lost, undefined] as const
  }
  const id = restId(kept.key, next ?? [])
  const command = restCommand(run, id)
  const hint = next === null ? `env ${limitVariable(run.cli)}=0 ${command}` : command
  return [{ meta: { rest: id }, hint }, kept.key] as const
}
