import { join } from 'node:path'

import { stateFolder } from '../client/index.ts'
import { text } from './input/option-kinds.ts'

/** The option that names the state folder. */
export const stateOptions = {
  stateDir: text(
    'Folder of memory and journal; default SURETY_STATE_DIR, else the XDG state folder',
  ),
}

/** Finds the folder of memory, journal and kept answers. */
export function stateDirOf(given: string | undefined, env: NodeJS.ProcessEnv): string {
  return given ?? stateFolder(env)
}

/** Gives the folder of the memory. */
export const memoryDirOf = (state: string): string => join(state, 'tools')

/** Gives the folder of the journal. */
export const journalDirOf = (state: string): string => join(state, 'journal')

/** Gives the folder of answers that are kept by etag. */
export const cacheDirOf = (state: string): string => join(state, 'cache')

/** Gives the folder of answers that were too large for one envelope. */
export const answersDirOf = (state: string): string => join(state, 'answers')
