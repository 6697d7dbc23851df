import { readFile, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { defect } from '../../contract/index.ts'
import type { AdapterDeclarations } from './declarations.ts'

/** Returns declarations, read from their file if they are in one. */
export async function loadDeclarations(
  given: AdapterDeclarations | string | URL | undefined,
): Promise<AdapterDeclarations> {
  if (given === undefined) return {}
  if (typeof given === 'object' && !(given instanceof URL)) return given
  const path = given instanceof URL ? fileURLToPath(given) : await pathOf(given)
  const { parseDeclarations } = await import('./parse-declarations.ts')
  return parseDeclarations(await readText(path), path)
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
