import { CLAW_1_ERROR_MEMBERS, CLAW_1_RESULT_MEMBERS, CLAW_2_COMMON } from '../../claw/members.ts'
import type { Encoder } from '../../dialect.ts'
import { RESERVED } from '../../write/loss-ledger.ts'

/** Where a dialect's documents hold the payload. */
export interface PayloadPlace {
  /** The top-level member that holds all of it; undefined where its members stand beside others. */
  readonly member: string | undefined
  /**
   * The names of payload members that a writer looks at: 1 for those that all have the same effect,
   * 8 for one that has an effect where it is alone, 2 where it depends on more.
   */
  readonly names: ReadonlyMap<string, number>
  /** Names of objects and lists in an error's details that a writer looks into. */
  readonly holders?: readonly string[]
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
  return { member: undefined, names: new Map([...marks, ['data', 8]]) }
}

const PLACES: Readonly<Record<string, PayloadPlace>> = {
  'spec-1.0': IN_DATA,
  'spec-1.6': IN_DATA,
  td: IN_DATA,
  'animus-1': IN_DATA,
  'claw-1.0': beside(CLAW_1_RESULT_MEMBERS),
  'claw-2.0': { ...beside([...CLAW_2_COMMON, 'error']), holders: ['errors'] },
  // Suggested commands join the payload, unless it has some.
  'incur-compact': { member: undefined, names: new Map([['cta', 2]]) },
  'incur-full': IN_DATA,
}

/** How the payload stands in the documents of a dialect that is read. */
export interface PayloadSource {
  /** In one member, as members beside those of the envelope, or alone without an envelope. */
  readonly is: 'in' | 'beside' | 'all'
  /** The member that holds it as a whole, as an exception where it stands beside others; or ''. */
  readonly member: string
  /** What a reader looks at: 4 for names that are or may be the envelope's own, 2 for other cases. */
  readonly names: ReadonlyMap<string, number>
  /** Names of members whose values decide something, besides those of the built-in dialects. */
  readonly deciding?: readonly string[]
  /** Names of objects and lists that are looked into, besides those of the built-in dialects. */
  readonly holders?: readonly string[]
}

/** Finds how the payload stands in a dialect's documents; undefined where nothing is known of it. */
export function payloadSource(dialect: Encoder): PayloadSource | undefined {
  if (Object.hasOwn(SOURCES, dialect.id)) return SOURCES[dialect.id]
  const described = isDescribed(dialect)
    ? { deciding: dialect.deciding, holders: dialect.holders }
    : undefined
  const member = payloadPlace(dialect)?.member
  if (member !== undefined) return { is: 'in', member, names: new Map(), ...described }
  if (!isDescribed(dialect) || dialect.beside === undefined) return undefined
  const names = new Map(dialect.beside.map((name) => [name, 4] as const))
  return { is: names.size > 0 ? 'beside' : 'all', member: '', names, ...described }
}

/** What a described dialect says of its places. */
interface DescribedPlaces {
  readonly deciding: readonly string[]
  readonly holders: readonly string[]
  readonly beside: readonly string[] | undefined
}

function isDescribed(dialect: Encoder): dialect is Encoder & DescribedPlaces {
  return 'description' in dialect && 'deciding' in dialect
}

/** The names of more cases than one count: each of them is then part of a line's shape, no more. */
function readBeside(own: readonly string[]): PayloadSource {
  const marks = [...own, 'found', 'data', RESERVED].map((name) => [name, 4] as const)
  return { is: 'beside', member: 'data', names: new Map(marks) }
}

const SOURCES: Readonly<Record<string, PayloadSource>> = {
  'claw-1.0': readBeside([...CLAW_1_RESULT_MEMBERS, ...CLAW_1_ERROR_MEMBERS, 'timestamp']),
  'claw-2.0': readBeside([...CLAW_2_COMMON, 'error', 'kind']),
  // Suggested commands are taken out of the payload, and a type can tell a record of a stream.
  'incur-compact': {
    is: 'all',
    member: '',
    names: new Map([
      ['cta', 2 | 4],
      ['type', 2 | 4],
      ['ok', 4],
      ['data', 4],
    ]),
  },
}

/** Puts the marks of both ends together. */
export function mergeNames(
  ...maps: readonly ReadonlyMap<string, number>[]
): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  for (const [name, mark] of maps.flatMap((map) => [...map])) {
    all.set(name, (all.get(name) ?? 0) | mark)
  }
  return all
}
