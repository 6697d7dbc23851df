import { toolOf } from '@surety/client/unstable/client'
import { knownCallOf } from '@surety/client/unstable/programs'
import { DEFAULT_DIALECT } from 'surety/unstable/dialects'
import { readyNames } from '../../../wrap/index.ts'

/** How a tool is started: the words for this machine, and the same as a person types them. */
export interface Start {
  readonly name: string
  readonly program: readonly string[]
  readonly shown: readonly string[]
  /** What it speaks, where that is known before it is asked. */
  readonly dialect: string
}

/** Finds out how to start a tool. A program that is described becomes the tool that `surety wrap` makes of it. */
export async function startOf(given: readonly string[], { withCalls = true } = {}): Promise<Start> {
  const [word = ''] = given
  const isDescribed = given.length === 1 && (await hasDescription(word, withCalls))
  if (!isDescribed)
    return { name: toolOf(given).name, program: given, shown: given, dialect: 'auto' }
  // The file that runs here, whether or not surety is on the PATH.
  const program = [process.execPath, process.argv[1]!, 'wrap', word]
  return { name: word, program, shown: ['surety', 'wrap', word], dialect: DEFAULT_DIALECT }
}

/** Tests whether a word names a description: a file, or a program on the PATH; a path may lead to any program. */
async function hasDescription(word: string, withCalls: boolean): Promise<boolean> {
  if (/\.ya?ml$/.test(word)) return true
  if (!isReadyName(word)) return false
  if ((await readyNames()).includes(word)) return true
  return withCalls && (await knownCallOf([word])) !== undefined
}

export function isReadyName(word: string): boolean {
  return /^[a-z][\w-]*$/.test(word)
}
