import type { Outcome } from '../../contract/index.ts'
import { traits as animus } from '../animus/traits.ts'
import { traits as claw } from '../claw/traits.ts'
import type { Dialect, DialectTraits, EncodedDocument, Encoder } from '../dialect.ts'
import { compactTraits, fullTraits } from '../incur/traits.ts'
import { specTraits } from '../spec/traits.ts'
import { encodeEveryday } from '../spec/1.0/write-everyday.ts'
import { encodeSpecSuccess } from '../spec/write/write-success.ts'

/** A built-in dialect: its traits at once, its two halves on request. */
export interface BuiltIn {
  /** Absent where everything is as usual. */
  readonly traits?: DialectTraits
  /** Writes the most frequent answers exactly as the encoder would; null for all others. */
  readonly encodeEveryday?: (outcome: Outcome) => EncodedDocument | null
  readonly encoder: () => Promise<{ readonly encoder: Encoder }>
  readonly dialect: () => Promise<{ readonly dialect: Dialect }>
}

/** The dialects that ship with the package, one entry each. Loaded at every start: keep it light. */
export const BUILT_IN = {
  'spec-1.0': {
    traits: specTraits['1.0'],
    encodeEveryday,
    encoder: () => import('../spec/1.0/encode.ts'),
    dialect: () => import('../spec/1.0/index.ts'),
  },
  'spec-1.6': {
    traits: specTraits['1.6'],
    encodeEveryday: encodeSpecSuccess,
    encoder: () => import('../spec/1.6/encode.ts'),
    dialect: () => import('../spec/1.6/index.ts'),
  },
  'spec-1.16': {
    traits: specTraits['1.16'],
    encoder: () => import('../spec/1.16/encode.ts'),
    dialect: () => import('../spec/1.16/index.ts'),
  },
  td: {
    encoder: () => import('../td/encode.ts'),
    dialect: () => import('../td/index.ts'),
  },
  'claw-1.0': {
    traits: claw,
    encoder: () => import('../claw/1.0/encode.ts'),
    dialect: () => import('../claw/1.0/index.ts'),
  },
  'claw-2.0': {
    traits: claw,
    encoder: () => import('../claw/2.0/encode.ts'),
    dialect: () => import('../claw/2.0/index.ts'),
  },
  'animus-1': {
    traits: animus,
    encoder: () => import('../animus/encode.ts'),
    dialect: () => import('../animus/index.ts'),
  },
  'incur-compact': {
    traits: compactTraits,
    encoder: () => import('../incur/compact/encode.ts'),
    dialect: () => import('../incur/compact/index.ts'),
  },
  'incur-full': {
    traits: fullTraits,
    encoder: () => import('../incur/full/encode.ts'),
    dialect: () => import('../incur/full/index.ts'),
  },
} as const satisfies Readonly<Record<string, BuiltIn>>

/** The id of a dialect that ships with the package. */
export type DialectId = keyof typeof BUILT_IN

/** The ids of the dialects that ship with the package. */
export const DIALECT_IDS = Object.freeze(Object.keys(BUILT_IN) as DialectId[])

/** The dialect that a tool speaks when neither its author nor its caller names one. */
export const DEFAULT_DIALECT: DialectId = 'spec-1.0'

/** Tests for the id of a dialect that ships with the package. */
export function isDialectId(id: string): id is DialectId {
  return Object.hasOwn(BUILT_IN, id)
}
