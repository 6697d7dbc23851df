import { toPart } from '../../internal/json/json-pointer.ts'
import { KIND_OF_MEMBER, type LossKind } from './loss-kinds.ts'

/** A member of outcomes with what a loss of it reports. */
export interface Fact {
  /** JSON pointer into the outcome. */
  readonly pointer: string
  readonly kind: LossKind
  /** The pointer, escaped as one part of another pointer. */
  readonly part: string
}

function toFact(pointer: string, kind: LossKind): Fact {
  return { pointer, kind, part: toPart(pointer) }
}

/** The named members, made once: writers look at all of them for each outcome. */
const NAMED: readonly Fact[] = Object.entries(KIND_OF_MEMBER).map(([pointer, kind]) =>
  toFact(pointer, kind),
)

function namesBelow(start: string): ReadonlyMap<string, Fact> {
  const below = NAMED.filter(({ pointer }) => pointer.startsWith(start))
  return new Map(below.map((fact) => [fact.pointer.slice(start.length), fact]))
}

/** The named members of meta, by name. */
export const META_FACTS: ReadonlyMap<string, Fact> = namesBelow('/meta/')
/** The members of an error, by name. */
export const ERROR_FACTS: ReadonlyMap<string, Fact> = namesBelow('/error/')
/** The name of the exit. */
export const EXIT_FACT: Fact = toFact('/exit', KIND_OF_MEMBER['/exit'])
/** All warnings together. */
export const WARNINGS_FACT: Fact = toFact('/warnings', KIND_OF_MEMBER['/warnings'])

/** Describes a member of meta that has no name of its own. */
export function openMetaFact(name: string): Fact {
  const escaped = toPart(name)
  const pointer = `/meta/${escaped}`
  // Most names need no escaping.
  return { pointer, kind: 'meta', part: escaped === name ? `~1meta~1${name}` : toPart(pointer) }
}

/** The names of these members by pointer: a lookup is faster than cutting the pointer. */
export const NAME_AT: ReadonlyMap<string, string> = new Map(
  [...META_FACTS, ...ERROR_FACTS].map(([name, { pointer }]) => [pointer, name]),
)
