import { suretyError } from '../../contract/index.ts'
import { traits as animus } from '../animus/traits.ts'
import { traits as claw } from '../claw/traits.ts'
import type { Dialect, DialectTraits, Encoder } from '../dialect.ts'
import { compactTraits, fullTraits } from '../incur/traits.ts'
import { specTraits } from '../spec/traits.ts'
import { traits as td } from '../td/traits.ts'
import { specEncoder10, specEncoder16 } from '../spec/write.ts'

/** A built-in dialect. */
interface BuiltIn {
  /** Absent where everything is as usual. */
  readonly traits?: DialectTraits
  /** Writes answers; absent where that is loaded with the rest. */
  readonly encoder?: Encoder | (() => Promise<Encoder>)
  readonly load: () => Promise<Dialect>
}

const TABLE = {
  'spec-1.0': {
    traits: specTraits['1.0'],
    encoder: specEncoder10,
    load: async () => (await import('../spec/index.ts')).specDialects['1.0'],
  },
  'spec-1.6': {
    traits: specTraits['1.6'],
    encoder: specEncoder16,
    load: async () => (await import('../spec/index.ts')).specDialects['1.6'],
  },
  'spec-1.16': {
    traits: specTraits['1.16'],
    encoder: async () => (await import('../spec/encoders.ts')).specEncoders['1.16'],
    load: async () => (await import('../spec/index.ts')).specDialects['1.16'],
  },
  td: {
    traits: td,
    load: async () => (await import('../td/index.ts')).dialect,
  },
  'claw-1.0': {
    traits: claw,
    load: async () => (await import('../claw/1.0/index.ts')).dialect,
  },
  'claw-2.0': {
    traits: claw,
    load: async () => (await import('../claw/2.0/index.ts')).dialect,
  },
  'animus-1': {
    traits: animus,
    load: async () => (await import('../animus/index.ts')).dialect,
  },
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
const BUILT_IN: Readonly<Record<DialectId, BuiltIn>> = TABLE

/** The ids of the dialects that ship with the package. */
export const DIALECT_IDS = Object.freeze(Object.keys(TABLE) as DialectId[])

/** The dialect that a tool speaks when neither its author nor its caller names one. */
export const DEFAULT_DIALECT: DialectId = 'spec-1.0'

/** Tests for the id of a dialect that ships with the package. */
export function isDialectId(id: string): id is DialectId {
  return Object.hasOwn(TABLE, id)
}

const NO_TRAITS: DialectTraits = Object.freeze({})
/** The dialects that were added at run time. */
const added = new Map<string, () => Promise<Dialect>>()
/** The traits of dialects that are not built in, once they have been loaded. */
const loaded = new Map<string, DialectTraits>()

/**
 * Returns the traits of a dialect without loading it. Those of a built-in dialect are always known,
 * those of any other once it has been loaded.
 */
export function traitsOf(id: string): DialectTraits {
  return (isDialectId(id) ? BUILT_IN[id].traits : loaded.get(id)) ?? NO_TRAITS
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

/** Tests whether an id can be loaded now: built in, or added at run time. */
export function isKnownDialect(id: string): boolean {
  return isDialectId(id) || added.has(id)
}

/**
 * Loads what writes a dialect.
 *
 * @example
 * ```ts
 * import { loadEncoder } from 'surety/dialects'
 *
 * const encoder = await loadEncoder('spec-1.0')
 * ```
 */
export async function loadEncoder(id: string): Promise<Encoder> {
  const encoder = isDialectId(id) ? BUILT_IN[id].encoder : undefined
  return typeof encoder === 'function' ? encoder() : (encoder ?? loadDialect(id))
}

/**
 * Loads a whole dialect: reader, writer and schema.
 *
 * @example
 * ```ts
 * import { loadDialect } from 'surety/dialects'
 *
 * const td = await loadDialect('td')
 * const outcome = td.decode({ stdout: '', stderr: '', exit_code: 1 })
 * ```
 */
export async function loadDialect(id: string): Promise<Dialect> {
  return isDialectId(id) ? BUILT_IN[id].load() : loadOther(id)
}

/** Lists every id that can be loaded now, those added at run time last. */
export function knownDialectIds(): readonly string[] {
  return [...DIALECT_IDS, ...added.keys()]
}

/**
 * Adds a dialect at run time, so that its id works wherever an id is accepted. A built-in id cannot
 * be taken over; adding the same id again replaces it.
 *
 * @example
 * ```ts
 * import { addDialect, loadDialect, loadDialectFile } from 'surety/dialects'
 *
 * addDialect('house', () => loadDialectFile('./house.surety.yaml'))
 * const dialect = await loadDialect('house')
 * ```
 */
export function addDialect(id: string, load: () => Promise<Dialect>): void {
  if (isDialectId(id))
    throw suretyError('INVALID_CHOICE', `the id '${id}' belongs to a built-in dialect`, {
      target: id,
    })
  loaded.delete(id)
  added.set(id, load)
}

/**
 * Removes a dialect that was added at run time; returns whether there was one.
 *
 * @example
 * ```ts
 * import { removeDialect } from 'surety/dialects'
 *
 * removeDialect('house') // true where it was added before
 * ```
 */
export function removeDialect(id: string): boolean {
  loaded.delete(id)
  return added.delete(id)
}

/** Loads a dialect that was added at run time or is described in a file. */
async function loadOther(id: string): Promise<Dialect> {
  const load = added.get(id) ?? fileLoader(id)
  if (!load) {
    const known = knownDialectIds().join(', ')
    const message = `there is no dialect '${id}'; known dialects are ${known}`
    throw suretyError('INVALID_CHOICE', message, { target: id })
  }
  const dialect = await load()
  loaded.set(id, dialect)
  return dialect
}

/** An id with a slash or a JSON or YAML extension is the path of a dialect file. */
function fileLoader(id: string): (() => Promise<Dialect>) | undefined {
  if (!/[/\\]|\.(json|ya?ml)$/i.test(id)) return undefined
  return async () => (await import('../described/file.ts')).loadDialectFile(id)
}
