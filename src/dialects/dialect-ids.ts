/** The ids of the dialects that ship with the package. */
export const DIALECT_IDS = Object.freeze([
  'spec-1.0',
  'spec-1.6',
  'td',
  'claw-1.0',
  'claw-2.0',
  'animus-1',
  'incur-compact',
  'incur-full',
] as const)

/** The id of a dialect that ships with the package. */
export type DialectId = (typeof DIALECT_IDS)[number]
