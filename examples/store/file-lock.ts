import { link, open, readFile, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { uniqueName } from './unique-name.ts'

const PATIENCE_MS = 10_000
const BREAKER_LIFE_MS = 5_000

/** Runs `work` while no other process holds the lock; the lock of a killed process is removed. */
export async function withLock<R>(path: string, work: () => Promise<R>): Promise<R> {
  const mine = `${process.pid} ${uniqueName()}`
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    if (await tryCreate(path, mine)) break
    await removeIfAbandoned(path)
    if (Date.now() > deadline) throw new Error(`${path} is held by another process`)
    await sleep(2 + Math.random() * 8)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

/** Creates a file with its contents in one step, so that no process reads an empty lock. */
async function tryCreate(path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${uniqueName()}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Removes the lock of a killed process. Only one process at a time may do this: a slow one could
 * otherwise remove the lock of the next holder.
 */
async function removeIfAbandoned(path: string): Promise<void> {
  if (!(await isAbandoned(path))) return
  const breaker = `${path}.breaker`
  if (!(await tryCreate(breaker, String(process.pid)))) {
    const age = await stat(breaker).then(
      (info) => Date.now() - info.mtimeMs,
      () => 0,
    )
    // A process was killed while it removed a lock.
    if (age > BREAKER_LIFE_MS) await rm(breaker, { force: true })
    return
  }
  try {
    if (await isAbandoned(path)) await rm(path, { force: true })
  } finally {
    await rm(breaker, { force: true })
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  // A lock that cannot be read was just released.
  const holder = await readFile(path, 'utf8').catch(() => undefined)
  return holder !== undefined && !isAlive(Number(holder.split(' ')[0]))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Tests for a system error with this code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}
