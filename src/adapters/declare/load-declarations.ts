import { readFile, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { defect } from '../../contract/index.ts'
import { readYaml } from '../../internal/yaml-text.ts'
import type { AdapterDeclarations } from './declarations.ts'
import { fileSchema } from './file-schema.ts'

/** Returns declarations, read from their file if they are in one. */
export async function loadDeclarations(
  given: AdapterDeclarations | string | URL | undefined,
): Promise<AdapterDeclarations> {
  if (given === undefined) return {}
  if (typeof given === 'object' && !(given instanceof URL)) return given
  const path = given instanceof URL ? fileURLToPath(given) : await pathOf(given)
  return parseDeclarations(await readText(path), path)
}

/** Checks the text of a file of declarations and returns them; throws with the place of the first mistake. */
export async function parseDeclarations(text: string, path: string): Promise<AdapterDeclarations> {
  let value: unknown
  try {
    value = path.endsWith('.json') ? (JSON.parse(text) as unknown) : await readYaml(text)
  } catch (error) {
    throw defect('DECLARATIONS_UNREADABLE', `${path}: ${(error as Error).message}`)
  }
  const { issues } = fileSchema['~standard'].validate(value ?? {})
  const [issue] = issues ?? []
  if (issue) {
    const place = (issue.path ?? []).map(String).join('.')
    throw defect('DECLARATIONS_INVALID', `${path}: ${place ? `${place}: ` : ''}${issue.message}`)
  }
  const { $schema: _schema, ...declarations } = (value ?? {}) as { readonly $schema?: string }
  return declarations
}

/** A relative path starts at the folder of the program, because callers are anywhere. */
async function pathOf(path: string): Promise<string> {
  const main = process.argv[1]
  return resolve(main === undefined ? '.' : dirname(await realpath(main)), path)
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw defect(
      'DECLARATIONS_UNREADABLE',
      `the declarations cannot be read: ${(error as Error).message}`,
    )
  }
}
