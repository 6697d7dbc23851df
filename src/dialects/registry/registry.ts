import type { Outcome } from '../../contract/index.ts'
import { added, loaded } from './added-dialects.ts'
import { BUILT_IN, isDialectId, type BuiltIn, type DialectId } from './built-in.ts'
import type { Dialect, DialectTraits, EncodedDocument, Encoder } from '../dialect.ts'

const NO_TRAITS: DialectTraits = Object.freeze({})

/**
 * Returns the traits of a dialect without loading it. Those of a built-in dialect are always known,
 * those of any other once it has been loaded.
 *
 * @example
 * ```ts
 * import { traitsOf } from 'surety/dialects'
 *
 * traitsOf('spec-1.6').generation // '1.6'
 * ```
 */
export function traitsOf(id: string): DialectTraits {
  return (isDialectId(id) ? builtIn(id).traits : loaded.get(id)) ?? NO_TRAITS
}

/**
 * Writes one of the most frequent answers without loading the dialect's encoder, and exactly as that
 * would; null if the encoder is needed.
 */
export function encodeEveryday(id: string, outcome: Outcome): EncodedDocument | null {
  return (isDialectId(id) && builtIn(id).encodeEveryday?.(outcome)) || null
}

/** Tests whether an id can be loaded now: built in, or added at run time. */
export function isKnownDialect(id: string): boolean {
  return isDialectId(id) || added.has(id)
}

/**
 * Loads the writing half of a dialect and nothing else.
 *
 * @example
 * ```ts
 * import { loadEncoder } from 'surety/dialects'
 *
 * const encoder = await loadEncoder('spec-1.0')
 * ```
 */
export async function loadEncoder(id: string): Promise<Encoder> {
  if (isDialectId(id)) return (await builtIn(id).encoder()).encoder
  return (await import('./other-dialects.ts')).loadOther(id)
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
  if (isDialectId(id)) return (await builtIn(id).dialect()).dialect
  return (await import('./other-dialects.ts')).loadOther(id)
}

function builtIn(id: DialectId): BuiltIn {
  return BUILT_IN[id]
}
