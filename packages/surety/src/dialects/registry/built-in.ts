import type { Generation, SuccessOutcome } from '../../contract/index.ts'
import { traits as animus } from '../animus/traits.ts'
import { traits as claw } from '../claw/traits.ts'
import type { Dialect, DialectTraits, EncodedDocument, Encoder } from '../dialect.ts'
import { compactTraits, fullTraits } from '../incur/traits.ts'
import { specTraits } from '../spec/traits.ts'
import { writeSuccess } from '../spec/write.ts'
import { traits as td } from '../td/traits.ts'

interface BuiltIn {
  /** Absent where everything is as usual. */
  readonly traits?: DialectTraits
  /** Writes answers; absent where that is loaded with the rest. */
  readonly encoder?: () => Promise<Encoder>
  /** Writes successes, and loads nothing for it. */
  readonly success?: (outcome: SuccessOutcome) => EncodedDocument
  readonly load: () => Promise<Dialect>
}

const loadSpec = async (generation: Generation) =>
  (await import('../spec/index.ts')).specDialects[generation]

const loadSpecEncoder = async (generation: '1.0' | '1.6') =>
  (await import('../spec/encoders.ts')).specEncoders[generation]

const TABLE = {
  'spec-1.0': {
    traits: specTraits['1.0'],
    encoder: () => loadSpecEncoder('1.0'),
    success: (outcome) => writeSuccess(outcome),
    load: () => loadSpec('1.0'),
  },
  'spec-1.6': {
    traits: specTraits['1.6'],
    encoder: () => loadSpecEncoder('1.6'),
    success: (outcome) => writeSuccess(outcome),
    load: () => loadSpec('1.6'),
  },
  'spec-1.16': {
    traits: specTraits['1.16'],
    encoder: async () => (await import('../spec/1.16/encoder.ts')).encoder116,
    load: () => loadSpec('1.16'),
  },
  td: { traits: td, load: async () => (await import('../td/index.ts')).dialect },
  'claw-1.0': { traits: claw, load: async () => (await import('../claw/1.0/index.ts')).dialect },
  'claw-2.0': { traits: claw, load: async () => (await import('../claw/2.0/index.ts')).dialect },
  'animus-1': { traits: animus, load: async () => (await import('../animus/index.ts')).dialect },
  'incur-compact': {
    traits: compactTraits,
    load: async () => (await import('../incur/compact/index.ts')).dialect,
  },
  'incur-full': {
    traits: fullTraits,
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
