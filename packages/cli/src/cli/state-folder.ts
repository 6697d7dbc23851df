import { join } from 'node:path'

import { stateFolder } from '@surety/client/unstable/client'
import { text } from './input/option-kinds.ts'

export const stateOptions = {
  stateDir: text(
    'Folder of memory and journal; default SURETY_STATE_DIR, else the XDG state folder',
  ),
}

export function stateFoldersOf(stateDir: string | undefined, env: NodeJS.ProcessEnv) {
  const state = stateDir ?? stateFolder(env)
  return {
    memory: join(state, 'tools'),
    journal: join(state, 'journal'),
    /** Answers that are kept for calls that say that nothing changed. */
    cache: join(state, 'cache'),
    /** Answers that were too large for one envelope. */
    answers: join(state, 'answers'),
    /** Calls that an inspector made, secrets redacted. */
    calls: join(state, 'calls'),
  }
}
