import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadDescription as loadFile } from '../description/index.ts'
import { fromExecutable } from './executable.ts'
import { wrapProblems, type WrapDescription } from './wrap-description.ts'

/** A description and where it comes from. */
export interface LoadedDescription {
  readonly description: WrapDescription
  readonly path: string
}

/** The folder of the descriptions that come with surety, and that of the same as JSON, which is read faster. */
const READY = new URL('../../descriptions/', import.meta.url)
const BUILT = new URL('../descriptions/', import.meta.url)
const ENDING = '.surety.yaml'

/** Lists the names of the descriptions that come with surety. */
export async function readyNames(): Promise<readonly string[]> {
  const files = await readdir(READY)
  return files.flatMap((file) => (file.endsWith(ENDING) ? [basename(file, ENDING)] : [])).toSorted()
}

/** Loads a ready description by its name, or one from a file; a file that can be run names the tool. */
export async function loadDescription(source: string): Promise<LoadedDescription> {
  const isName = /^[a-z][\w-]*$/.test(source)
  const built = isName ? await readBuilt(source) : undefined
  if (built) return built
  const isReady = isName && (await readyNames()).includes(source)
  const path = isReady ? fileURLToPath(new URL(`${source}${ENDING}`, READY)) : source
  let isExecutable = false as boolean
  const description = await loadFile<WrapDescription>(
    path,
    {
      reader: 'wrapped',
      noun: 'description',
      rules: wrapProblems,
      within: (text) => {
        const inner = fromExecutable(text)
        isExecutable = inner !== undefined
        return inner ?? text
      },
      suggestion: async () =>
        `Ready descriptions are ${(await readyNames()).join(', ')}; write another with: surety wrap init -- <tool>`,
    },
    source,
  )
  const name = basename(path)
  const isNamed = isExecutable && /^[a-z0-9][a-zA-Z0-9._-]*$/.test(name)
  const program = programFrom(description.program, path)
  return { description: { ...description, ...(isNamed && { name }), program }, path }
}

/** Reads a ready description that comes with the build; it was checked by our tests. */
async function readBuilt(name: string): Promise<LoadedDescription | undefined> {
  const path = fileURLToPath(new URL(`${name}.json`, BUILT))
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : { description: JSON.parse(text) as WrapDescription, path }
}

/** A program with a slash is found from the folder of its description. */
function programFrom([first = '', ...rest]: readonly string[], path: string): readonly string[] {
  return [first.includes('/') ? resolve(dirname(path), first) : first, ...rest]
}
