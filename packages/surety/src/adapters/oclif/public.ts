// Loaded by every start of an adapted program: types aside, it imports nothing of ours but the front.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AdapterDeclarations } from '../declare/declarations.ts'
import { adaptProgram, type AdaptedProgram } from '../front.ts'
import type { OclifCore } from './oclif-engine.ts'

export type * from '../public-types.ts'

/**
 * Makes a program of oclif answer by the contract, without a change to it. It is given as to `execute()`: by the
 * address of a file in its package, or by a folder. The declarations say what oclif does not know, such as which
 * commands destroy something.
 *
 * @example
 * ```ts
 * import { adaptOclif } from 'surety/oclif'
 *
 * const adapted = adaptOclif(import.meta.url, { commands: { list: { danger: 'safe' } } })
 * const start = () => adapted.serve()
 * ```
 */
export function adaptOclif(
  dir: string | URL,
  declarations?: AdapterDeclarations | string | URL,
): AdaptedProgram {
  const folder = folderOf(dir)
  const load = () => import('./oclif-engine.ts')
  // The copy that the program itself uses, whose classes its commands extend.
  const loadCore = () => createRequire(join(folder, 'program.js'))('@oclif/core') as OclifCore
  return adaptProgram(
    {
      name: () => {
        const { name, oclif } = packageOf(folder)
        return oclif?.bin ?? name ?? 'program'
      },
      ownsFlag: async (flag) => (await load()).hasFlag(loadCore(), folder, flag),
      ownsCommand: async (word) => (await load()).ownsCommand(loadCore(), folder, word),
      asksForText: (words) => asksForText(packageOf(folder), words),
      runBare: (argv = process.argv.slice(2)) =>
        loadCore().execute({ args: [...argv], dir: folder }),
      read: async () => (await load()).readOclif(loadCore(), folder),
    },
    declarations,
  )
}

function folderOf(dir: string | URL): string {
  const text = String(dir)
  if (!text.startsWith('file:')) return text
  const path = fileURLToPath(text)
  return text.endsWith('/') ? path : dirname(path)
}

function packageOf(folder: string): OclifPackage {
  for (let at = folder; ; at = dirname(at)) {
    try {
      return JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as OclifPackage
    } catch {
      // The package may be further up.
      if (dirname(at) === at) return {}
    }
  }
}

/** Tests for a request that oclif answers with a page of text: help anywhere, the version as the first word. */
function asksForText({ oclif = {} }: OclifPackage, words: readonly string[]): boolean {
  const { additionalHelpFlags = [], additionalVersionFlags = [] } = oclif
  return (
    words.some((word) => word === '--help' || additionalHelpFlags.includes(word)) ||
    ['--version', ...additionalVersionFlags].includes(words[0] ?? '')
  )
}

interface OclifPackage {
  readonly name?: string
  readonly oclif?: {
    readonly bin?: string
    readonly additionalHelpFlags?: readonly string[]
    readonly additionalVersionFlags?: readonly string[]
  }
}
