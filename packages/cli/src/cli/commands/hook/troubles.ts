import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { stateFolder } from '@surety/client/unstable/client'
import { makeFolder } from '@surety/internal/own-folder.ts'

/** What kept a hook from its work, so that it let a call pass. */
export interface Trouble {
  readonly at: string
  readonly client: string
  readonly reason: string
}

const MAX_BYTES = 65_536

/** Keeps a trouble for `surety hook status`; a hook has nobody else to tell. */
export function keepTrouble(env: NodeJS.ProcessEnv, trouble: Trouble): void {
  try {
    const file = fileOf(env)
    makeFolder(dirname(file), 0o700)
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > MAX_BYTES) writeFileSync(file, '')
    appendFileSync(file, `${JSON.stringify(trouble)}\n`, { mode: 0o600 })
  } catch {
    // The call passes all the same.
  }
}

export function lastTroubles(env: NodeJS.ProcessEnv, most: number): readonly Trouble[] {
  try {
    const lines = readFileSync(fileOf(env), 'utf8').trim().split('\n')
    const last = lines.slice(-most).toReversed()
    return last.map((line) => JSON.parse(line) as Trouble)
  } catch {
    return []
  }
}

function fileOf(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), 'hook-troubles.jsonl')
}
