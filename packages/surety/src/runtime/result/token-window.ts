import type { JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import type { FlagValues } from '../declare/framework-flags.ts'
import { addMeta, warn, type Run } from '../run/run-state.ts'
import { nameShape } from './fields.ts'
import { countTokens, cutToTokens } from './paging/tokens.ts'

/** Answers the flags about tokens: counts them, or takes a window of them. */
export async function takeTokens(
  run: Run,
  data: JsonValue,
  { tokenCount, tokenLimit, tokenOffset }: FlagValues,
  keptAs?: string,
): Promise<JsonValue> {
  if (tokenCount) {
    nameShape(run, 'token_count')
    const count = await countTokens(JSON.stringify(data))
    return traitsOf(run.output.dialect).hasEnvelope === false ? count : { token_count: count }
  }
  const cut = await cutToTokens(data, {
    ...(tokenLimit !== undefined && { limit: tokenLimit }),
    ...(tokenOffset !== undefined && { offset: tokenOffset }),
  })
  const { next_offset: next, ...meta } = cut.meta
  addMeta(run, meta)
  if (next !== undefined && run.command?.declaration.danger === 'safe')
    addMeta(run, { next_offset: next })
  else if (next !== undefined) {
    // A window of the call would make it again; a window of its rest does not.
    const { keepAnswer, lostRest } = await import('./paging/rest.ts')
    const kept = keptAs === undefined ? keepAnswer(run, data) : { key: keptAs }
    if ('key' in kept) addMeta(run, { next_offset: next, rest: kept.key })
    else warn(run, lostRest(run, kept.why))
  }
  if (meta['truncated'] === true || meta['token_offset'] !== 0) nameShape(run, 'selection')
  return cut.data
}
