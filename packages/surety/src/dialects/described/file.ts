import {
  loadDescription,
  readDescription,
  type DialectDescription,
  type Description,
  type FileKind,
  type Problem,
} from '../../description/index.ts'
import { dialectProblems } from './check.ts'
import { defineDialect, type DescribedDialect } from './define.ts'

/** The result of parsing a dialect file. */
export type ParsedDialect =
  | { readonly ok: true; readonly dialect: DescribedDialect }
  | { readonly ok: false; readonly problems: readonly Problem[] }

interface DialectFile extends Description {
  readonly dialect: DialectDescription
}

const DIALECT_FILE: FileKind<DialectFile> = {
  reader: 'described',
  noun: 'dialect file',
  rules: dialectProblems,
}

/**
 * Parses the text of a dialect file, JSON or YAML; returns the dialect or all mistakes.
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises'
 * import { parseDialectFile } from 'surety/dialects'
 *
 * const parsed = await parseDialectFile(await readFile('house.surety.yaml', 'utf8'))
 * if (!parsed.ok) for (const { pointer, message } of parsed.problems) console.error(pointer, message)
 * ```
 */
export async function parseDialectFile(text: string): Promise<ParsedDialect> {
  const read = await readDescription(text, DIALECT_FILE)
  return read.ok ? { ok: true, dialect: defineDialect(read.description.dialect) } : read
}

/**
 * Loads a dialect from a file, JSON or YAML.
 *
 * @example
 * ```ts
 * import { loadDialectFile } from 'surety/dialects'
 *
 * const house = await loadDialectFile('./house.surety.yaml')
 * ```
 */
export async function loadDialectFile(path: string): Promise<DescribedDialect> {
  return defineDialect((await loadDescription(path, DIALECT_FILE)).dialect)
}
