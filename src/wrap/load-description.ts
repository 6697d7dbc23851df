import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { suretyError } from '../contract/index.ts'
import type { WrapDescription } from './description.ts'
import { fromExecutable } from './executable.ts'
import { parseDescription } from './parse-description.ts'

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

function readyPath(name: string): string {
  const built = fileURLToPath(new URL(`${name}.json`, BUILT))
  return existsSync(built) ? built : fileURLToPath(new URL(`${name}.yaml`, READY))
}

/** Loads a ready description by its name, or one from a file; a file that can be run names the tool. */
export async function loadDescription(source: string): Promise<LoadedDescription> {
  const isReady = /^[a-z][\w-]*$/.test(source) && (await readyNames()).includes(source)
  const path = isReady ? readyPath(source) : source
  const content = await readText(path, source)
  const inner = fromExecutable(content)
  const text = inner ?? content
  const parsed = await parseDescription(text)
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ pointer, message }) => ({ pointer, message }))
    const list = problems.map(({ pointer, message }) => `${pointer || '(top)'}: ${message}`)
    throw suretyError(
      'CONFIG_UNREADABLE',
      `The description ${source} is invalid.\n${list.join('\n')}`,
      { phase: 'validation', target: source, details: { problems } },
    )
  }
  const { description } = parsed
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
