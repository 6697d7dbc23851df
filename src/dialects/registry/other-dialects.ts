import { DIALECT_IDS, isDialectId } from './built-in.ts'
import type { Dialect } from '../dialect.ts'
import { added, loaded } from './added-dialects.ts'
import { unknownDialect } from './unknown-dialect.ts'

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
 * addDialect('house', () => loadDialectFile('./house.surety.yaml'))
 * const dialect = await loadDialect('house')
 * ```
 */
export function addDialect(id: string, load: () => Promise<Dialect>): void {
  if (isDialectId(id)) throw unknownDialect(id, `the id '${id}' belongs to a built-in dialect`)
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
export async function loadOther(id: string): Promise<Dialect> {
  const load = added.get(id) ?? fileLoader(id)
  if (!load) {
    const known = knownDialectIds().join(', ')
    throw unknownDialect(id, `there is no dialect '${id}'; known dialects are ${known}`)
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
