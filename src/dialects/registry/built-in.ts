import { traits as animus, weigh as weighAnimus } from '../animus/evidence.ts'
import { weighClaw1, weighClaw2, traits as claw } from '../claw/evidence.ts'
import type { Dialect, DialectTraits, Encoder, Weigh } from '../dialect.ts'
import { compactTraits, fullTraits, weighCompact, weighFull } from '../incur/evidence.ts'
import { specTraits, weighSpec } from '../spec/evidence.ts'
import { specEncoders } from '../spec/write.ts'
import { weigh as weighTd } from '../td/evidence.ts'

/** A built-in dialect. */
export interface BuiltIn {
  /** Absent where everything is as usual. */
  readonly traits?: DialectTraits
  /** How it is recognised. Entries with equal scores keep the order of the table. */
  readonly weigh: Weigh
  /** Absent where writing is loaded with the rest. */
  readonly encoder?: Encoder
  readonly load: () => Promise<Dialect>
}

const TABLE = {
  'spec-1.0': {
    traits: specTraits['1.0'],
    weigh: weighSpec('1.0'),
    encoder: specEncoders['1.0'],
    load: async () => (await import('../spec/index.ts')).specDialects['1.0'],
  },
  'spec-1.6': {
    traits: specTraits['1.6'],
    weigh: weighSpec('1.6'),
    encoder: specEncoders['1.6'],
    load: async () => (await import('../spec/index.ts')).specDialects['1.6'],
  },
  'spec-1.16': {
    traits: specTraits['1.16'],
    weigh: weighSpec('1.16'),
    encoder: specEncoders['1.16'],
    load: async () => (await import('../spec/index.ts')).specDialects['1.16'],
  },
  td: {
    weigh: weighTd,
    load: async () => (await import('../td/index.ts')).dialect,
  },
  'claw-1.0': {
    traits: claw,
    weigh: weighClaw1,
    load: async () => (await import('../claw/1.0/index.ts')).dialect,
  },
  'claw-2.0': {
    traits: claw,
    weigh: weighClaw2,
    load: async () => (await import('../claw/2.0/index.ts')).dialect,
  },
  'animus-1': {
    traits: animus,
    weigh: weighAnimus,
    load: async () => (await import('../animus/index.ts')).dialect,
  },
  'incur-compact': {
    traits: compactTraits,
    weigh: weighCompact,
    load: async () => (await import('../incur/compact/index.ts')).dialect,
  },
  'incur-full': {
    traits: fullTraits,
    weigh: weighFull,
    load: async () => (await import('../incur/full/index.ts')).dialect,
  },
} as const satisfies Readonly<Record<string, BuiltIn>>

/** The id of a dialect that ships with the package. */
export type DialectId = keyof typeof TABLE

/** The dialects that ship with the package, one entry each. */
export const BUILT_IN: Readonly<Record<DialectId, BuiltIn>> = TABLE

/** The ids of the dialects that ship with the package. */
export const DIALECT_IDS = Object.freeze(Object.keys(TABLE) as DialectId[])

/** The dialect that a tool speaks when neither its author nor its caller names one. */
export const DEFAULT_DIALECT: DialectId = 'spec-1.0'

/** Tests for the id of a dialect that ships with the package. */
export function isDialectId(id: string): id is DialectId {
  return Object.hasOwn(TABLE, id)
}
