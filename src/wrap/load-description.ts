import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { suretyError } from '../contract/index.ts'
import type { WrapDescription } from './description/description.ts'
import { fromExecutable } from './executable.ts'

/** A description and where it comes from. */
export interface LoadedDescription {
  readonly description: WrapDescription
  readonly path: string
}

/** The folder of the descriptions that come with surety, and that of the same as JSON, which is read faster. */
const READY = new URL('../../descriptions/', import.meta.url)
const BUILT = new URL('../descriptions/', import.meta.url)

/** Lists the names of the descriptions that come with surety. */
export async function readyNames(): Promise<readonly string[]> {
  const files = await readdir(READY)
  return files
    .flatMap((file) => (file.endsWith('.yaml') ? [basename(file, '.yaml')] : []))
    .toSorted()
}

/** Loads a ready description by its name, or one from a file; a file that can be run names the tool. */
export async function loadDescription(source: string): Promise<LoadedDescription> {
  const isName = /^[a-z][\w-]*$/.test(source)
  const built = isName ? await readBuilt(source) : undefined
  if (built) return built
  const isReady = isName && (await readyNames()).includes(source)
  const path = isReady ? fileURLToPath(new URL(`${source}.yaml`, READY)) : source
  const content = await readText(path, source)
  const inner = fromExecutable(content)
  const description = await parse(inner ?? content, source)
  const name = basename(path)
  const isNamed = inner !== undefined && /^[a-z0-9][a-zA-Z0-9._-]*$/.test(name)
  return {
    description: {
      ...description,
      ...(isNamed && { name }),
      program: programFrom(description.program, path),
    },
    path,
  }
}

/** Reads a ready description that comes with the build; it was checked by our tests. */
async function readBuilt(name: string): Promise<LoadedDescription | undefined> {
  const path = fileURLToPath(new URL(`${name}.json`, BUILT))
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : { description: JSON.parse(text) as WrapDescription, path }
}

async function parse(text: string, source: string): Promise<WrapDescription> {
  const { parseDescription } = await import('./description/parse-description.ts')
  const parsed = await parseDescription(text)
  if (parsed.ok) return parsed.description
  const problems = parsed.problems.map(({ pointer, message }) => ({ pointer, message }))
  const list = problems.map(({ pointer, message }) => `${pointer || '(top)'}: ${message}`)
  throw suretyError(
    'CONFIG_UNREADABLE',
    `The description ${source} is invalid.\n${list.join('\n')}`,
    { phase: 'validation', target: source, details: { problems } },
  )
}

/** A program with a slash is found from the folder of its description. */
function programFrom([first = '', ...rest]: readonly string[], path: string): readonly string[] {
  return [first.includes('/') ? resolve(dirname(path), first) : first, ...rest]
}

async function readText(path: string, source: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing)
      throw suretyError('FILE_UNREADABLE', `The description ${source} cannot be read.`, {
        phase: 'validation',
        target: source,
        cause,
      })
    const ready = (await readyNames()).join(', ')
    throw suretyError('FILE_NOT_FOUND', `There is no description ${source}.`, {
      phase: 'validation',
      target: source,
      suggestion: `Ready descriptions are ${ready}; write another with: surety wrap init -- <tool>`,
    })
  }
}
