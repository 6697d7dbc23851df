import type { JsonValue, SuretyError } from '../../contract/index.ts'

/** One page of a list that the handler's backend has split into pages. */
export interface PageResult<Item> {
  readonly kind: 'page'
  readonly items: readonly Item[]
  readonly total: number | null
  /** The start of the next page, later passed as `ctx.page.position`; null on the last page. */
  readonly next: string | number | null
}

/** Data with its result type. */
export interface TypedResult<Data> {
  readonly kind: 'typed'
  readonly type: string
  readonly data: Data
}

/** The answer that the caller's copy is still current. */
export interface NotModifiedResult {
  readonly kind: 'not-modified'
  readonly etag: string
}

/** Text that is written unchanged if the caller requests no format, and data for the formats. */
export interface BareText {
  readonly kind: 'text'
  readonly text: string
  readonly data: JsonValue
}

/** A request for the help of another command. */
export interface HelpRequest {
  readonly kind: 'help'
  readonly path: readonly string[]
}

/** The result of a handler: data, typed data, a page, a cache hit or a failure. */
export type Result<Data> =
  | Data
  | (Data extends readonly (infer Item)[] ? PageResult<Item> : PageResult<unknown>)
  | TypedResult<unknown>
  | NotModifiedResult
  | SuretyError

const marks = new WeakSet<object>()

/** Marks a value as one of the framework's result kinds, so that plain data cannot imitate it. */
export function mark<T extends object>(value: T): T {
  marks.add(value)
  return Object.freeze(value)
}

/** Tests whether a handler's result is one of the framework's kinds rather than plain data. */
export function isMarked(
  value: unknown,
): value is
  | PageResult<unknown>
  | TypedResult<unknown>
  | NotModifiedResult
  | BareText
  | HelpRequest {
  return typeof value === 'object' && value !== null && marks.has(value)
}
