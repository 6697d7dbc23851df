import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import { callWords } from '../declare/cli.ts'
import { hasCursor } from '../declare/framework-flag.ts'
import type { PageResult } from '../handler/handler-result.ts'
import type { PageFacts, ShapedData, Whole } from '../run/ending/run-end.ts'
import { limitVariable } from '../run/output-request.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { restCommand, withoutOptions, withoutSecrets } from '../run/reissued-command-line.ts'
import { addMeta, type Run } from '../run/run-state.ts'
import { bindingOf } from './paging/cursor.ts'
import { cutToBytes, jsonBytes, type Position } from './paging/cut-size.ts'
import { cutPage, describeCut, wayByCursor, type WayOn } from './paging/page.ts'

/** What a handler returned, and what is asked of it. */
export interface Returned {
  readonly input: Pick<ParsedInput, 'flags' | 'from'> & Partial<ParsedInput>
  readonly returned: JsonValue
  /** The page, if the author's backend cut one. */
  readonly page?: PageResult<unknown> | null
  /** Whether an unknown number of items follows. */
  readonly isOpen?: boolean
  /** The number of items, if only the first of them were kept. */
  readonly count?: number
  /** The key of the answer, if it is kept already. */
  readonly keptAs?: string
  /** Whether this is the rest of an answer, and no list itself. */
  readonly isRest?: boolean
}

/** Takes the page, the fields and the tokens that were asked for, and no more bytes than the limit. */
export async function shapeAnswer(
  run: Run,
  given: Returned,
  isUnlimited = false,
): Promise<ShapedData> {
  const { input, returned, count, keptAs } = given
  const page = pageOf(run, given)
  let data = page ? cutPage(page).items : returned
  const { fields, tokenCount, tokenLimit, tokenOffset } = input.flags
  if (fields !== undefined) data = (await import('./fields.ts')).chooseFields(run, fields, data)
  const isInTokens = tokenCount === true || (tokenLimit ?? tokenOffset) !== undefined
  if (isInTokens)
    data = await (await import('./token-window.ts')).takeTokens(run, data, input.flags, keptAs)
  const isReshaped = fields !== undefined || isInTokens
  const isKeptList = page === null && !given.isRest && Boolean(run.command?.declaration.list)
  const list = isKeptList && { list: keptListFacts(given), most: input.page?.limit ?? 0 }
  const { maxBytes } = run.output
  const budget = maxBytes === 0 || isUnlimited ? Number.POSITIVE_INFINITY : maxBytes
  const whole = { data, from: input.from?.path, page, count, keptAs, ...list }
  const shaped = await cutToLimit(run, whole, budget)
  return { ...shaped, isUnlimited, isReshaped: isReshaped || shaped.isReshaped === true }
}

/** Cuts data to a number of bytes and, where its rest is kept, of items; says what was cut, and how to go on. */
export async function cutToLimit(run: Run, whole: Whole, budget: number): Promise<ShapedData> {
  const { data, page = null, from, most = 0, count, keptAs } = whole
  const list = page ? cutPage(page).meta : (whole.list ?? {})
  const isTooMany = most > 0 && Array.isArray(data) && data.length > most
  if (from === undefined && !isTooMany && jsonBytes(data) <= budget)
    return { data, whole, meta: leanFacts(run, list) }
  const cut = cutToBytes(data, budget, from, most)
  const shaped = { data: cut.data, isReshaped: true }
  if (cut.next === null && cut.tooLarge === 0)
    return { ...shaped, whole, meta: withReturned(leanFacts(run, list), cut.data, false) }
  const variable = limitVariable(run.cli)
  const way: WayOn & { readonly key?: string } = page
    ? wayByCursor(page, cut.next, { words: wordsOf(run), variable }, from)
    : await wayByRest(run, data, cut.next, keptAs)
  const said = describeCut(cut, way, variable, { count, isKept: page === null })
  const meta = withReturned(leanFacts(run, { ...list, ...said.meta }), cut.data, true)
  return { ...shaped, whole: { ...whole, keptAs: way.key }, meta, warnings: said.warnings }
}

/** Says in `meta` what rows are a part of that were written as they came. */
export function describeStreamedPage(
  run: Run,
  input: ParsedInput,
  { count, isOpen }: { readonly count: number; readonly isOpen: boolean },
): void {
  const items = Array.from<null>({ length: count }).fill(null)
  const page = pageOf(run, { input, returned: items, isOpen })
  const kept = { returned: isOpen ? items.slice(1) : items, isOpen }
  addMeta(run, leanFacts(run, page ? cutPage(page).meta : keptListFacts(kept)))
}

/** The page of a list that a cursor makes again; null for all else, of which the rest is kept. */
function pageOf(run: Run, given: Returned): PageFacts | null {
  const { command, world } = run
  const { input, returned, page, isOpen, count, isRest } = given
  if (isRest || command === null || !hasCursor(command.declaration)) return null
  return {
    items: Array.isArray(returned) ? (returned as readonly JsonValue[]) : [returned],
    limit: input.page?.limit ?? 0,
    from: input.from,
    binding: bindingOf(run, input as ParsedInput),
    ...(page && { backend: { next: page.next, total: page.total } }),
    total: isOpen ? null : count,
    expires: world.now().getTime() + CURSOR_LIFE_MS,
  }
}

const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000

/** Says how many items a list has that is never made again; all that the handler returned is at hand. */
function keptListFacts({
  returned: data,
  page = null,
  isOpen = false,
}: Pick<Returned, 'returned' | 'page' | 'isOpen'>): JsonObject {
  const hasMore = isOpen || (page !== null && page.next !== null)
  const returned = Array.isArray(data) ? data.length : 1
  const total = page ? page.total : isOpen ? null : returned
  const both = { truncated: hasMore, has_more: hasMore }
  const pagination = { total, returned, ...both, next_cursor: null }
  return { pagination, ...(total !== null && { total }), truncated: hasMore }
}

/** Chooses the facts about a page or a cut for `meta`; a lean answer states each of them once. */
function leanFacts({ output: { dialect, format } }: Run, facts: JsonObject): JsonObject {
  if (format === 'human') return facts
  const { page_size: _known, total, ...rest } = facts
  const { isLean, hasPagination } = traitsOf(dialect)
  if (!isLean) return hasPagination ? rest : facts
  const { pagination: _same, truncation_hint: hint, truncated = false, ...lean } = rest
  if (truncated === false) return lean
  const hasWay = lean['cursor'] !== undefined || lean['rest'] !== undefined
  const isCounted = total === undefined || lean['total_count'] !== undefined
  return {
    ...lean,
    truncated,
    ...(!isCounted && { total }),
    ...(hint !== undefined && !hasWay && { truncation_hint: hint }),
  }
}

/** Counts the items that are left of a page. */
function withReturned(meta: JsonObject, data: JsonValue, isPart: boolean): JsonObject {
  const { pagination } = meta
  if (!isJsonObject(pagination) || !Array.isArray(data)) return meta
  const more = isPart && { truncated: true, has_more: true }
  return { ...meta, pagination: { ...pagination, returned: data.length, ...more } }
}

/** The words of the call without what a cursor changes, and without secrets. */
function wordsOf(run: Run): readonly string[] {
  const argv = withoutOptions(run.world.argv, ['--cursor', '--limit'])
  return [...callWords(run.cli), ...withoutSecrets(run, argv)]
}

/** Keeps the answer, once, and leads to a place in it. */
async function wayByRest(run: Run, data: JsonValue, next: Position | null, key?: string) {
  const { keepAnswer, lostRest, restId } = await import('./paging/rest.ts')
  const kept = key === undefined ? keepAnswer(run, data) : { key }
  if ('why' in kept) return { meta: {}, hint: null, warning: lostRest(run, kept.why) }
  const id = restId(kept.key, next ?? [])
  const command = restCommand(run, id)
  const hint = next === null ? `env ${limitVariable(run.cli)}=0 ${command}` : command
  return { meta: { rest: id }, hint, key: kept.key }
}
