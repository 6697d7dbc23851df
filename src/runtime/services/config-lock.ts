import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'

import { suretyError } from '../../contract/index.ts'
import type { Run } from '../run/run-state.ts'

const PATIENCE_MS = 2000
const PAUSE_MS = 20
/** A lock without a holder's name is somebody's who was ended while taking it. */
const NAMELESS_LIFE_MS = 1000

/**
 * Holds an advisory lock: a file that only one process can create, with the holder's process id in it.
 * A lock whose holder is gone, by kill -9 for instance, is taken over.
 */
export async function lockConfig(run: Run, path: string): Promise<() => Promise<void>> {
  const until = run.world.monotonic() + PATIENCE_MS
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' })
      const unlock = () => rm(path, { force: true })
      run.cleanups.push(unlock)
      return unlock
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        // On a full disk the file is made and stays empty: a lock that nobody holds.
        await rm(path, { force: true }).catch(() => {})
        throw error
      }
    }
    if (await isAbandoned(path)) await takeAway(path)
    else if (run.world.monotonic() > until) {
      throw suretyError('CONFIG_UNREADABLE', `Another process holds ${path}.`, {
        target: path,
        suggestion: `Wait for it, or remove ${path} if there is none.`,
      })
    } else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const holder = Number(await readFile(path, 'utf8'))
    if (Number.isInteger(holder) && holder > 0) return !isAlive(holder)
    return Date.now() - (await stat(path)).mtimeMs > NAMELESS_LIFE_MS
  } catch {
    // Given back in the meantime: the next try will take it.
    return false
  }
}

/** Moves a lock away under a name of our own, so that of several who found it only one succeeds. */
async function takeAway(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
    // Somebody was quicker, and this is the lock that they hold now.
    if (await isAbandoned(aside)) await rm(aside, { force: true })
    else await rename(aside, path)
  } catch {
    // Somebody was quicker; the next try finds out what they left.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
