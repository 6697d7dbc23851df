/**
 * What the name of a payload's member does; a name may do several things. The scanner in WebAssembly
 * knows these numbers.
 */
export const NAME_EFFECT = {
  /** All names with this mark have the same effect on the writer, whichever of them is there. */
  same: 1,
  /** What happens depends on more than the name. */
  depends: 2,
  /** The name is, or may be, one of the envelope's own. */
  envelope: 4,
  /** The name has an effect where it is the only one. */
  alone: 8,
} as const

/** Names of payload members that a reader or a writer looks at, with the sum of their effects. */
export type NameEffects = ReadonlyMap<string, number>

/**
 * Where a dialect's writer puts the payload and what it looks at, so that a log can be translated by
 * moving bytes. Names of members that every outcome has need not be listed.
 */
export interface WrittenPlaces {
  /** The top-level member that holds the payload; undefined where its members stand beside others. */
  readonly member: string | undefined
  readonly names: NameEffects
  /** Names of members whose values the writer looks at. */
  readonly deciding?: readonly string[]
  /** Names of objects and lists in an error's details that the writer looks into. */
  readonly holders?: readonly string[]
  /** Texts that the writer compares others with. */
  readonly texts?: readonly string[]
  /** Names of the envelope's members that follow the payload's, where these stand beside others. */
  readonly last?: readonly string[]
}

/**
 * Where a dialect's reader finds the payload and what it looks at, so that a log can be translated by
 * moving bytes. Names of members that every outcome has need not be listed.
 */
export interface ReadPlaces {
  /** In one member, as members beside those of the envelope, or alone without an envelope. */
  readonly is: 'in' | 'beside' | 'all'
  /** The member that holds it as a whole, as an exception where it stands beside others; or ''. */
  readonly member: string
  readonly names: NameEffects
  /** Names of members whose values decide something; without a list every value may. */
  readonly deciding?: readonly string[]
  /** Names of objects and lists that are looked into. */
  readonly holders?: readonly string[]
  /** Names of members that hold a duration as text, `12ms`. */
  readonly durations?: readonly string[]
}

const NO_NAMES: NameEffects = new Map()

/** Describes documents that are written with the whole payload in one member. */
export function writtenIn(
  member: string,
  more: Omit<WrittenPlaces, 'member' | 'names'> = {},
): WrittenPlaces {
  return { member, names: NO_NAMES, ...more }
}

/** Describes documents that hold the whole payload in one member. */
export function readIn(
  member: string,
  deciding: readonly string[],
  more: Pick<ReadPlaces, 'holders' | 'durations'> = {},
): ReadPlaces {
  return { is: 'in', member, names: NO_NAMES, deciding, ...more }
}

/** Returns all of these names one effect. */
export function effectOf(names: readonly string[], effect: number): readonly [string, number][] {
  return names.map((name) => [name, effect])
}

/** Puts the effects of names on both ends together. */
export function mergeEffects(...maps: readonly NameEffects[]): NameEffects {
  const all = new Map<string, number>()
  for (const [name, effect] of maps.flatMap((map) => [...map])) {
    all.set(name, (all.get(name) ?? 0) | effect)
  }
  return all
}
