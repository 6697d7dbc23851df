/** How much can have been changed before an exit, as written on the wire. */
export const SIDE_EFFECTS = Object.freeze(['none', 'partial', 'complete'] as const)
/** How much harm a command can do. */
export const DANGER_LEVELS = Object.freeze(['safe', 'mutating', 'destructive'] as const)
/** The kinds of value that a flag takes, as a manifest names them. */
export const FLAG_TYPES = Object.freeze([
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'enum',
] as const)
/** The form of a contract's version number. */
export const VERSION_PATTERN = String.raw`^\d+\.\d+$`
