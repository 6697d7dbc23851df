import type { JsonValue } from '../contract/index.ts'
import type { ParsedInput } from './parsed-input.ts'
import type { Page } from './result.ts'
import type { Run } from './run.ts'

/** Cuts a list to the page that was asked for and describes it in `meta`. */
export function cutPage(
  _run: Run,
  _input: ParsedInput,
  data: JsonValue,
  _page: Page<unknown> | null,
): JsonValue {
  return data
}
