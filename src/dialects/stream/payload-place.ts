import { RESULT_MEMBERS } from '../claw-1.0/kinds.ts'
import { COMMON } from '../claw-2.0/kinds.ts'
import type { Encoder } from '../dialect.ts'
import { RESERVED } from '../ledger.ts'

/** Where a dialect's documents hold the payload. */
export interface PayloadPlace {
  /** The top-level member that holds all of it; undefined where its members stand beside others. */
  readonly member: string | undefined
  /**
   * The names of payload members that a writer looks at: 1 for those that all have the same effect,
   * 2 for those whose effect depends on more than the name.
   */
  readonly names: ReadonlyMap<string, number>
}

/** Finds where a dialect's documents hold the payload; undefined where nothing is known of it. */
export function payloadPlace(dialect: Encoder): PayloadPlace | undefined {
  if (Object.hasOwn(PLACES, dialect.id)) return PLACES[dialect.id]
  const own: unknown = 'payloadMember' in dialect ? dialect.payloadMember : undefined
  return typeof own === 'string' ? { member: own, names: new Map() } : undefined
}

const IN_DATA: PayloadPlace = { member: 'data', names: new Map() }

/** A payload with one of the envelope's names goes into `data`, and one that is only `data` as well. */
function beside(own: readonly string[]): PayloadPlace {
  const marks = [...own, RESERVED].map((name) => [name, 1] as const)
  return { member: undefined, names: new Map([...marks, ['data', 2]]) }
}

const PLACES: Readonly<Record<string, PayloadPlace>> = {
  'spec-1.0': IN_DATA,
  'spec-1.6': IN_DATA,
  td: IN_DATA,
  'animus-1': IN_DATA,
  'claw-1.0': beside(RESULT_MEMBERS),
  'claw-2.0': beside([...COMMON, 'error']),
  // Suggested commands join the payload, unless it has some.
  'incur-compact': { member: undefined, names: new Map([['cta', 2]]) },
  'incur-full': IN_DATA,
}
