import rules from './rules.json' with { type: 'json' }

/** The name of a change that serialisation makes. */
export type SerialisationKind = keyof typeof rules

/** One change that serialisation made, as data. */
export interface SerialisationChange {
  /** JSON pointer into the result: where the change shows. */
  readonly pointer: string
  readonly kind: SerialisationKind
  readonly note: string
  readonly lossy: boolean
}

/**
 * Every kind of change that serialisation makes, and what becomes of the value; all other values stay as they are.
 * A change of notation is not lossy.
 */
export const SERIALISATION_RULES = Object.freeze(rules) as Readonly<
  Record<SerialisationKind, Pick<SerialisationChange, 'lossy' | 'note'>>
>
