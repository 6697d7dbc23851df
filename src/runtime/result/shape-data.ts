import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { CursorState } from './paging/cursor.ts'
import { resumeCuts } from './paging/cut-size.ts'
import { parseFields, projectFields } from './paging/fields.ts'
import { DEFAULT_MAX_BYTES, limitSize } from './paging/limit-size.ts'
import { cutPage, type CutPage } from './paging/page.ts'
import { countTokens, cutToTokens } from './paging/tokens.ts'
import type { ParsedInput } from '../input/parsed-input.ts'
import { bindingOf } from './paging/cursor-binding.ts'
import { inputFailure } from '../run/input-error.ts'
import { withoutOptions } from '../run/reissued-command-line.ts'
import type { PageResult } from '../handler/handler-result.ts'
import type { Run } from '../run/run-state.ts'

/** Room that the envelope around the data takes, beside its warnings. */
const ENVELOPE_BYTES = 2048

/** What a command gave, and what is asked of it. */
export interface Answered {
  readonly command: Command
  readonly input: ParsedInput
  readonly data: JsonValue
  /** The page that the author's backend cut, if it did. */
  readonly page: PageResult<unknown> | null
}

/** Cuts an answer to what was asked for: page, fields, tokens, and the ceiling on its size. */
export async function shapeAnswer(run: Run, answered: Answered): Promise<JsonValue> {
  const { command, input } = answered
  const { from } = input.framework
  const binding = bindingOf(run, input)
  const cut = command.declaration.list ? pageOf(run, answered) : null
  let data: JsonValue = cut ? cut.items : answered.data
  if (cut) Object.assign(run.meta, cut.meta)
  if (input.framework.fields !== null) data = chooseFields(run, input.framework.fields, data)
  data = await countAndCut(run, input, data)
  const delivered = from?.cuts ?? []
  if (delivered.length > 0) data = reshaped(run, resumeCuts(data, delivered))
  return limited(run, data, { cut, binding, delivered })
}

function pageOf(run: Run, { input, data, page }: Answered): CutPage {
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
  return reshaped(run, chosen)
}

async function countAndCut(run: Run, input: ParsedInput, data: JsonValue): Promise<JsonValue> {
  const { tokenCount, tokenLimit, tokenOffset } = input.flags
  if (tokenCount === true)
    return reshaped(run, { token_count: await countTokens(JSON.stringify(data)) })
  if (tokenLimit === undefined && tokenOffset === undefined) return data
  const cut = await cutToTokens(data, {
    ...(typeof tokenLimit === 'number' && { limit: tokenLimit }),
    ...(typeof tokenOffset === 'number' && { offset: tokenOffset }),
  })
  Object.assign(run.meta, cut.meta)
  return reshaped(run, cut.data)
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
  return reshaped(run, found.data)
}

/** Most answers are a handful of short members; they need no measuring. */
function isSmall(data: JsonValue): boolean {
  if (!isJsonObject(data)) return false
  const values = Object.values(data)
  return (
    values.length < 32 &&
    values.every((value) => typeof value !== 'object' && String(value).length < 1000)
  )
}

/** The ceiling of an answer in bytes: the tool's own variable, else one mebibyte; 0 lifts it. */
export function maxOutputBytes(run: Run): number {
  const text = run.world.env[`${run.cli.envPrefix}_MAX_OUTPUT_BYTES`]
  const bytes = text === undefined ? Number.NaN : Number(text)
  return Number.isInteger(bytes) && bytes >= 0 ? bytes : DEFAULT_MAX_BYTES
}

function reshaped(run: Run, data: JsonValue): JsonValue {
  run.isReshaped = true
  return data
}
