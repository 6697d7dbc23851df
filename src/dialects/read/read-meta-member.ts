import type { JsonValue } from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { Reading } from './capture-reader.ts'
import { fitsMeta } from './restore-stowed.ts'

/**
 * Reads a member of an open meta object. A member whose type only we define, such as `timestamp`, breaks
 * no contract if it has another type; it is kept aside, because outcomes cannot hold it.
 */
export function readMetaMember(
  reading: Reading,
  meta: Record<string, JsonValue>,
  [key, value]: readonly [string, JsonValue],
  isOfContract: boolean,
): void {
  if (fitsMeta(key, value)) {
    setMember(meta, key, value)
    return
  }
  if (isOfContract) reading.problem('meta_member_invalid', `meta.${key} has the wrong type`)
  reading.keepAside({ meta: { [key]: value } }, true)
}
