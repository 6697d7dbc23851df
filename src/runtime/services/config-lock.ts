import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'

import { suretyError } from '../../contract/index.ts'
import type { Run } from '../run/run-state.ts'

const WAIT_LIMIT_MS = 2000
const PAUSE_MS = 20
/** An older lock file without a process id was left behind by a killed process. */
const EMPTY_LOCK_MAX_AGE_MS = 1000

/**
 * Takes an advisory lock: a file that only one process can create, with the holder's process id in it.
 * Takes over the lock of a process that no longer runs, for instance after kill -9.
 */
export async function lockConfig(run: Run, path: string): Promise<() => Promise<void>> {
  const until = run.world.monotonic() + WAIT_LIMIT_MS
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' })
      const unlock = () => rm(path, { force: true })
      run.cleanups.push(unlock)
      return unlock
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        // On a full disk the file is created but stays empty: a lock without a holder.
        await rm(path, { force: true }).catch(() => {})
        throw error
      }
    }
    if (await isAbandoned(path)) await removeAbandoned(path)
    else if (run.world.monotonic() > until) {
      throw suretyError(
        'CONFIG_UNREADABLE',
        `Another process holds the configuration lock ${path}.`,
        {
          target: path,
          suggestion: `Wait until that process ends. If there is no such process, remove ${path}.`,
        },
      )
    } else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const holder = Number(await readFile(path, 'utf8'))
    if (Number.isInteger(holder) && holder > 0) return !isAlive(holder)
    return Date.now() - (await stat(path)).mtimeMs > EMPTY_LOCK_MAX_AGE_MS
  } catch {
    // Released in the meantime; the next attempt takes it.
    return false
  }
}

/** Renames an abandoned lock first, so that only one of several processes removes it. */
async function removeAbandoned(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
    // Put it back if another process has taken the lock since the check.
    if (await isAbandoned(aside)) await rm(aside, { force: true })
    else await rename(aside, path)
  } catch {
    // Another process removed it first; the next attempt checks again.
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
