import type { Generation, SuccessOutcome } from '../../contract/index.ts'
import { traits as animus } from '../animus/traits.ts'
import { traits as claw } from '../claw/traits.ts'
import type { Dialect, DialectTraits, EncodedDocument, Encoder } from '../dialect.ts'
import { compactTraits, fullTraits } from '../incur/traits.ts'
import { traits16, traits116 } from '../spec/traits.ts'
import { specTraits, writeSuccess } from '../spec/write.ts'
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

const TABLE = {
  'spec-1.0': {
    traits: specTraits,
    encoder: async () => (await import('../spec/failure.ts')).encoder10,
    success: writeSuccess,
    load: () => loadSpec('1.0'),
  },
  'spec-1.6': {
    traits: traits16,
    encoder: async () => (await import('../spec/1.6/encoder.ts')).encoder16,
    success: writeSuccess,
    load: () => loadSpec('1.6'),
  },
  'spec-1.16': {
    traits: traits116,
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

const NO_TRAITS: DialectTraits = Object.freeze({})
/** The traits of dialects that were added or read from files. */
export const loaded = new Map<string, DialectTraits>()

/** Returns the traits of a dialect without loading it, if it is built in or was loaded before. */
export function traitsOf(id: string): DialectTraits {
  return (isDialectId(id) ? BUILT_IN[id].traits : loaded.get(id)) ?? NO_TRAITS
}

export function isDialectId(id: string): id is DialectId {
  return Object.hasOwn(BUILT_IN, id)
}

/** Returns what writes the successes of a dialect, if that is there without loading anything. */
export function successWriterOf(id: string) {
  return isDialectId(id) ? BUILT_IN[id].success : undefined
}

/** Finds the word of a dialect for an error of the framework; undefined if the dialect has none of its own. */
export function wordFor(
  words: DialectTraits['frameworkErrors'] = {},
  code: string,
  exit: string,
): string | undefined {
  const key = [code, exit, '*'].find((each) => Object.hasOwn(words, each))
  return key === undefined ? undefined : words[key]
}
