import type { JsonValue, SuretyError } from '../../contract/index.ts'

/** A page that the author's own backend cut; `next` comes back as the cursor's position. */
export interface PageResult<Item> {
  readonly kind: 'page'
  readonly items: readonly Item[]
  readonly total: number | null
  /** Where the next page starts, for `ctx.page.position`; null on the last one. */
  readonly next: string | number | null
}

/** Data with the name of its shape. */
export interface TypedResult<Data> {
  readonly kind: 'typed'
  readonly type: string
  readonly data: Data
}

/** The answer that the caller's copy is still good. */
export interface NotModifiedResult {
  readonly kind: 'not-modified'
  readonly etag: string
}

/** A text that is written as it is where no format is asked for. */
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

/** What a handler may return: data, data with a shape's name, a page, a cache hit or a failure. */
export type Result<Data> =
  | Data
  | (Data extends readonly (infer Item)[] ? PageResult<Item> : PageResult<unknown>)
  | TypedResult<unknown>
  | NotModifiedResult
  | SuretyError

const marks = new WeakSet<object>()

/** Marks a value as one of the framework's own result kinds, which plain data can never be. */
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
