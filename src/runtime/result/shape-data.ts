import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { CursorState } from '../run/cursor-state.ts'
import { resumeCuts } from './paging/cut-size.ts'
import { parseFields, projectFields } from './paging/fields.ts'
import { DEFAULT_MAX_BYTES, limitSize } from './paging/limit-size.ts'
import { cutPage, type CutPage } from './paging/page.ts'
import { countTokens, cutToTokens } from './paging/tokens.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { bindingOf } from './paging/cursor-binding.ts'
import { inputFailure } from '../run/input-error.ts'
import { withoutOptions } from '../run/reissued-command-line.ts'
import type { PageResult } from '../handler/handler-result.ts'
import type { Run } from '../run/run-state.ts'

/** Bytes reserved for the envelope around the data. */
const ENVELOPE_BYTES = 2048

/** The result of a command and the input that selects parts of it. */
export interface UncutResult {
  readonly command: Command
  readonly input: ParsedInput
  readonly data: JsonValue
  /** The page, if the author's backend cut one. */
  readonly page: PageResult<unknown> | null
}

/** Cuts an answer to the requested page, fields and tokens, and to the size limit. */
export async function shapeAnswer(run: Run, result: UncutResult): Promise<JsonValue> {
  const { command, input } = result
  const { from } = input.framework
  const binding = bindingOf(run, input)
  const cut = command.declaration.list ? pageOf(run, result) : null
  let data: JsonValue = cut ? cut.items : result.data
  if (cut) Object.assign(run.meta, cut.meta)
  if (input.framework.fields !== null) data = chooseFields(run, input.framework.fields, data)
  data = await countAndCut(run, input, data)
  const delivered = from?.cuts ?? []
  if (delivered.length > 0) data = markReshaped(run, resumeCuts(data, delivered))
  return limited(run, data, { cut, binding, delivered })
}

function pageOf(run: Run, { input, data, page }: UncutResult): CutPage {
  const { from, page: request } = input.framework
  const items = Array.isArray(data) ? (data as readonly JsonValue[]) : [data]
  return cutPage({
    items,
    limit: request.limit,
    from,
    binding: bindingOf(run, input),
    ...(page && { backend: { next: page.next, total: page.total } }),
    expires: run.world.now().getTime() + CURSOR_LIFE_MS,
  })
}

const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000

/** Keeps the members that `--fields` names. */
export function chooseFields(run: Run, text: string, data: JsonValue): JsonValue {
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
  const { data: chosen, unmatched } = projectFields(data, fields.paths)
  for (const path of unmatched) run.warnings.push(`--fields: there is no '${path}' in the data.`)
  return markReshaped(run, chosen)
}

async function countAndCut(run: Run, input: ParsedInput, data: JsonValue): Promise<JsonValue> {
  const { tokenCount, tokenLimit, tokenOffset } = input.flags
  const isRepeatable = run.command?.declaration.danger === 'safe'
  if (tokenCount === true)
    return markReshaped(run, { token_count: await countTokens(JSON.stringify(data)) })
  if (tokenLimit === undefined && tokenOffset === undefined) return data
  const cut = await cutToTokens(data, {
    ...(typeof tokenLimit === 'number' && { limit: tokenLimit }),
    ...(typeof tokenOffset === 'number' && { offset: tokenOffset }),
  })
  const { next_offset: next, ...meta } = cut.meta
  Object.assign(run.meta, meta, isRepeatable && next !== undefined && { next_offset: next })
  return markReshaped(run, cut.data)
}

function limited(
  run: Run,
  data: JsonValue,
  facts: {
    readonly cut: CutPage | null
    readonly binding: string
    readonly delivered: NonNullable<CursorState['cuts']>
  },
): JsonValue {
  const maxBytes = maxOutputBytes(run)
  if (maxBytes === 0 || isSmall(data)) return data
  const found = limitSize(data, {
    maxBytes,
    overhead: ENVELOPE_BYTES,
    invocation: [
      run.cli.declaration.name,
      ...withoutOptions(run.world.argv, ['--cursor', '--limit']),
    ],
    ...(facts.cut && { page: facts.cut }),
    binding: facts.binding,
    delivered: facts.delivered,
  })
  if (!found) return data
  Object.assign(run.meta, found.meta)
  return markReshaped(run, found.data)
}

/** Tests for a few short members, the common case, which need no measuring. */
function isSmall(data: JsonValue): boolean {
  if (!isJsonObject(data)) return false
  const values = Object.values(data)
  return (
    values.length < 32 &&
    values.every((value) => typeof value !== 'object' && String(value).length < 1000)
  )
}

/** Reads the size limit of an answer from the tool's variable; the default is 1 MiB, 0 means none. */
export function maxOutputBytes(run: Run): number {
  const text = run.world.env[`${run.cli.envPrefix}_MAX_OUTPUT_BYTES`]
  const bytes = text === undefined ? Number.NaN : Number(text)
  return Number.isInteger(bytes) && bytes >= 0 ? bytes : DEFAULT_MAX_BYTES
}

function markReshaped(run: Run, data: JsonValue): JsonValue {
  run.isReshaped = true
  return data
}
