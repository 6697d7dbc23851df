import type { Encoder } from '../dialect.ts'

/** Where a dialect's documents hold the payload. */
export interface PayloadPlace {
  /** The top-level member that holds all of it; undefined where its members stand by themselves. */
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
const PLACES: Readonly<Record<string, PayloadPlace>> = {
  'spec-1.0': IN_DATA,
  'spec-1.6': IN_DATA,
  td: IN_DATA,
  'animus-1': IN_DATA,
}
