import { join } from 'node:path'

import { stateFolder, type EndedCommand } from '@surety/client/unstable/client'
import { makeFolder, textIn } from '@surety/internal/own-folder.ts'
import { shortDigest } from '@surety/internal/short-digest.ts'

const MAX_KEPT = 100
const FORGOTTEN_MS = 60 * 60 * 1000

/** Notes a failure, by a digest of the call and of what it said, and says how often it failed the same way before. */
export function failedBefore(
  { command, output, exit }: EndedCommand,
  cwd: string,
  env: NodeJS.ProcessEnv,
  now = Date.now(),
): number {
  const folder = stateFolder(env)
  const file = join(folder, 'failed-commands.json')
  // Times and numbers of processes differ from run to run.
  const key = shortDigest([cwd, command, exit, output.replaceAll(/\d+/g, '0')].join('\0'))
  const kept = readKept(file).filter(({ at }) => now - at < FORGOTTEN_MS)
  const times = kept.find((each) => each.key === key)?.times ?? 0
  const others = kept.filter((each) => each.key !== key).slice(1 - MAX_KEPT)
  keep(folder, file, JSON.stringify([...others, { key, at: now, times: times + 1 }]))
  return times
}

/** Writes what was seen; without it the next failure is the first. */
function keep(folder: string, file: string, text: string): void {
  const { writeFileSync } = process.getBuiltinModule('node:fs')
  try {
    writeFileSync(file, text, { mode: 0o600 })
  } catch {
    try {
      makeFolder(folder, 0o700)
      writeFileSync(file, text, { mode: 0o600 })
    } catch {
      // Nobody can write there.
    }
  }
}

function readKept(file: string): readonly { key: string; at: number; times: number }[] {
  try {
    const found: unknown = JSON.parse(textIn(file) ?? '[]')
    return Array.isArray(found) ? found.filter((each) => typeof each?.key === 'string') : []
  } catch {
    return []
  }
}
