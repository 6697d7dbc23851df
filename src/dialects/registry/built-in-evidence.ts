import { weigh as animus } from '../animus/evidence.ts'
import type { DialectId } from './built-in.ts'
import { weigh as claw1 } from '../claw/1.0/evidence.ts'
import { weigh as claw2 } from '../claw/2.0/evidence.ts'
import type { Weigh } from '../detect/evidence.ts'
import { weigh as compact } from '../incur/compact/evidence.ts'
import { weigh as full } from '../incur/full/evidence.ts'
import { weighSpec } from '../spec/evidence.ts'
import { weigh as td } from '../td/evidence.ts'

/**
 * How each built-in dialect is recognised, one entry each. Entries with equal scores keep this order.
 * It is not part of `built-in.ts`, because every start loads that.
 */
export const BUILT_IN_EVIDENCE: Readonly<Record<DialectId, Weigh>> = {
  'spec-1.16': weighSpec('1.16'),
  'spec-1.6': weighSpec('1.6'),
  'spec-1.0': weighSpec('1.0'),
  td,
  'animus-1': animus,
  'claw-2.0': claw2,
  'claw-1.0': claw1,
  'incur-full': full,
  'incur-compact': compact,
}
