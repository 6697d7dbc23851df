import { DIALECT_IDS, type DialectId } from './dialect-ids.ts'
import type { Dialect, Encoder } from './dialect.ts'
import { unknownDialect } from './unknown-dialect.ts'

interface Registration {
  readonly encoder: () => Promise<Encoder>
  readonly dialect: () => Promise<Dialect>
}

const BUILT_IN: Readonly<Record<DialectId, Registration>> = {
  'spec-1.0': {
    encoder: async () => (await import('./spec/1.0/encode.ts')).encoder,
    dialect: async () => (await import('./spec/1.0/index.ts')).dialect,
  },
  'spec-1.6': {
    encoder: async () => (await import('./spec/1.6/encode.ts')).encoder,
    dialect: async () => (await import('./spec/1.6/index.ts')).dialect,
  },
  td: {
    encoder: async () => (await import('./td/encode.ts')).encoder,
    dialect: async () => (await import('./td/index.ts')).dialect,
  },
  'claw-1.0': {
    encoder: async () => (await import('./claw/1.0/encode.ts')).encoder,
    dialect: async () => (await import('./claw/1.0/index.ts')).dialect,
  },
  'claw-2.0': {
    encoder: async () => (await import('./claw/2.0/encode.ts')).encoder,
    dialect: async () => (await import('./claw/2.0/index.ts')).dialect,
  },
  'animus-1': {
    encoder: async () => (await import('./animus/encode.ts')).encoder,
    dialect: async () => (await import('./animus/index.ts')).dialect,
  },
  'incur-compact': {
    encoder: async () => (await import('./incur/compact/encode.ts')).encoder,
    dialect: async () => (await import('./incur/compact/index.ts')).dialect,
  },
  'incur-full': {
    encoder: async () => (await import('./incur/full/encode.ts')).encoder,
    dialect: async () => (await import('./incur/full/index.ts')).dialect,
  },
}

const added = new Map<string, Registration>()

/** Tests whether an id is one of those that ship with the package. */
export function isDialectId(id: string): id is DialectId {
  return Object.hasOwn(BUILT_IN, id)
}

/** Tests whether an id can be loaded now: built in, or added at run time. */
export function isKnownDialect(id: string): boolean {
  return isDialectId(id) || added.has(id)
}

/**
 * Lists every id that can be loaded now, those added at run time last.
 *
 * @example
 * ```ts
 * import { knownDialectIds } from 'surety/dialects'
 *
 * knownDialectIds() // ['spec-1.0', 'spec-1.6', 'td', …]
 * ```
 */
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
 * addDialect('house', () => loadDialectFile('./house.yaml'))
 * const dialect = await loadDialect('house')
 * ```
 */
export function addDialect(id: string, load: () => Promise<Dialect>): void {
  if (isDialectId(id)) throw unknownDialect(id, `the id '${id}' belongs to a built-in dialect`)
  added.set(id, { encoder: load, dialect: load })
}

/**
 * Removes a dialect that was added at run time; tells whether there was one.
 *
 * @example
 * ```ts
 * import { removeDialect } from 'surety/dialects'
 *
 * removeDialect('house') // true where it was added before
 * ```
 */
export function removeDialect(id: string): boolean {
  return added.delete(id)
}

/**
 * Loads the writing half of a dialect, and nothing else of it.
 *
 * @example
 * ```ts
 * import { loadEncoder } from 'surety/dialects'
 *
 * const encoder = await loadEncoder('spec-1.0')
 * ```
 */
export async function loadEncoder(id: string): Promise<Encoder> {
  return registration(id).encoder()
}

/**
 * Loads a dialect whole: reader, writer and schema.
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
  return registration(id).dialect()
}

function registration(id: string): Registration {
  const found = isDialectId(id) ? BUILT_IN[id] : (added.get(id) ?? described(id))
  if (!found)
    throw unknownDialect(
      id,
      `there is no dialect '${id}'; known are ${knownDialectIds().join(', ')}`,
    )
  return found
}

/** An id with a slash or the ending of a JSON or YAML file names a file that describes a dialect. */
function described(id: string): Registration | undefined {
  if (!/[/\\]|\.(json|ya?ml)$/i.test(id)) return undefined
  const load = async (): Promise<Dialect> =>
    (await import('./described/file.ts')).loadDialectFile(id)
  return { encoder: load, dialect: load }
}
