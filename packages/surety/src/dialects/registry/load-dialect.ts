import { suretyError, type Outcome } from '../../contract/index.ts'
import type { Dialect, EncodedDocument, Encoder, Loss } from '../dialect.ts'
import { BUILT_IN, DIALECT_IDS, isDialectId, loaded } from './built-in.ts'

/** Described dialects of others, which come with us; they are taken only where somebody names them. */
const added = new Map<string, () => Promise<Dialect>>([
  ['prisma', async () => (await import('../described/shipped.ts')).shippedDialect('prisma')],
  ['vercel', async () => (await import('../described/shipped.ts')).shippedDialect('vercel')],
])

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
  return encoder ? encoder() : loadDialect(id)
}

/** Loads what writes a dialect so that reading gives back the very same outcome. */
export async function loadLosslessEncoder(id: string): Promise<Encoder> {
  const [dialect, { writeWithLosses }] = await Promise.all([
    loadDialect(id),
    import('../write/losses.ts'),
  ])
  return {
    ...dialect,
    toDocument: (outcome, options) =>
      writeWithLosses(dialect, outcome, { ...options, stow: 'exact' }),
  }
}

/** Lists what readers of a dialect will not find in the document that was written of an outcome. */
export async function lossesIn(
  id: string,
  outcome: Outcome,
  written: EncodedDocument,
): Promise<readonly Loss[]> {
  const [dialect, { findLosses }] = await Promise.all([
    loadDialect(id),
    import('../write/losses.ts'),
  ])
  return findLosses(dialect, outcome, written)
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

/** Tests whether a word names a file that describes a dialect. */
export function isDialectFile(word: string): boolean {
  return /[/\\]|\.(json|ya?ml)$/i.test(word)
}

function fileLoader(id: string): (() => Promise<Dialect>) | undefined {
  if (!isDialectFile(id)) return undefined
  return async () => (await import('../described/file.ts')).loadDialectFile(id)
}
