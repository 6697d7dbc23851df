import { toCodeWord, type JsonValue } from '../../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import { nativeDetails } from '../../write/write-failure.ts'
import { addOpenMembers, mayRepeat } from '../1.6/encoder.ts'
import { makeSpecEncoder } from '../failure.ts'
import { traits116 } from '../traits.ts'
import { isIncompleteWork, metaOf116, warningsOf116 } from './meta.ts'

/** Writes contract 1.16. Apart from the others, because its tests of `meta` are as long as all that those need. */
export const encoder116 = makeSpecEncoder({
  generation: '1.16',
  traits: traits116,
  warningsOf: warningsOf116,
  metaOf: metaOf116,
  isIncompleteWork,
  toCode: toCodeWord,
  mayRepeat,
  waitOf: (ms) => ({ retry_after_ms: ms }),
  addMore: (writing, error) =>
    addOpenMembers(writing, error, () => {
      const details = nativeDetails(writing.outcome.error)
      if (details) placeFacts(details, error)
    }),
})

/** Writes facts into the context, but those that requirements name beside the code where they name them. */
function placeFacts(details: object, written: Record<string, JsonValue>): void {
  for (const [name, value] of Object.entries(details))
    setMember(
      BESIDE_CODE.test(name) ? written : ((written['context'] ??= {}) as object),
      name,
      value,
    )
}

const BESIDE_CODE =
  /^(?:input_value|rejected_pattern|corrected_input|network_context|hint|expires_at|refresh_command|required_permission|auth_methods)$/
