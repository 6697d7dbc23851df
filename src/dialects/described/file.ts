import { readFile } from 'node:fs/promises'

import { suretyError } from '../../contract/index.ts'
import { readYaml } from '../../internal/yaml-text.ts'
import { duplicateMembers } from '../json/duplicate-members.ts'
import type { DocumentProblem } from '../validate-document.ts'
import { checkDescription, DESCRIPTION_MEMBERS } from './check.ts'
import { defineDialect, explainProblems, type DescribedDialect } from './define.ts'
import type { DialectDescription } from './description.ts'

/** The result of parsing a dialect file. */
export type ParsedDialect =
  | { readonly ok: true; readonly dialect: DescribedDialect }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

/**
 * Parses the text of a dialect file, JSON or YAML; returns the dialect or all mistakes.
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises'
 * import { parseDialectFile } from 'surety/dialects'
 *
 * const parsed = await parseDialectFile(await readFile('house.yaml', 'utf8'))
 * if (!parsed.ok) for (const { pointer, message } of parsed.problems) console.error(pointer, message)
 * ```
 */
export async function parseDialectFile(text: string): Promise<ParsedDialect> {
  let description: unknown
  try {
    description = text.trimStart().startsWith('{') ? JSON.parse(text) : await readYaml(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    return {
      ok: false,
      problems: [{ pointer: '', message: `is neither JSON nor YAML: ${reason}` }],
    }
  }
  const problems = [...repeatedMembers(text), ...checkDescription(description)]
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, dialect: defineDialect(description as DialectDescription) }
}

/** Finds repeated members in JSON: unlike a YAML parser, a JSON parser silently keeps the last one. */
function repeatedMembers(text: string): readonly DocumentProblem[] {
  if (!text.trimStart().startsWith('{')) return []
  return duplicateMembers(text, DESCRIPTION_MEMBERS).map(({ name, values }) => ({
    pointer: `/${name}`,
    message: `appears ${values.length} times`,
  }))
}

/**
 * Loads a dialect from a file, JSON or YAML.
 *
 * @example
 * ```ts
 * import { loadDialectFile } from 'surety/dialects'
 *
 * const house = await loadDialectFile('./house.yaml')
 * ```
 */
export async function loadDialectFile(path: string): Promise<DescribedDialect> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing
      ? suretyError('FILE_NOT_FOUND', `There is no dialect file ${path}.`, { target: path, cause })
      : suretyError('FILE_UNREADABLE', `The dialect file ${path} cannot be read.`, {
          target: path,
          cause,
        })
  }
  const parsed = await parseDialectFile(text)
  if (parsed.ok) return parsed.dialect
  throw suretyError(
    'CONFIG_UNREADABLE',
    `The dialect file ${path} is invalid.\n${explainProblems(parsed.problems)}`,
    {
      target: path,
      details: { problems: parsed.problems.map(({ pointer, message }) => ({ pointer, message })) },
    },
  )
}
