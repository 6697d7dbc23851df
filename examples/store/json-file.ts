import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A file that holds something else than the JSON it should hold. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
  readonly path: string
  constructor(path: string) {
    super(`${path} is not valid JSON`)
    this.path = path
  }
}

/**
 * One JSON document in one file, shared by any number of processes. Readers see the old or the new
 * document and never a half of one; writers take turns.
 */
export class JsonFile<T> {
  readonly path: string
  private readonly initial: () => T

  constructor(path: string, initial: () => T) {
    this.path = path
    this.initial = initial
  }

  /** Reads the document; a missing file is the initial one. */
  async read(): Promise<T> {
    let text: string
    try {
      text = await readFile(this.path, 'utf8')
    } catch (error) {
      if (isCode(error, 'ENOENT')) return this.initial()
      throw error
    }
    try {
      return JSON.parse(text) as T
    } catch {
      throw new DamagedFile(this.path)
    }
  }

  /** Changes the document; what `change` returns besides the new document is handed back. */
  async update<R>(change: (document: T) => { document: T; result: R }): Promise<R> {
    await mkdir(dirname(this.path), { recursive: true })
    const release = await lock(`${this.path}.lock`)
    try {
      const { document, result } = change(await this.read())
      await replace(this.path, `${JSON.stringify(document, null, 2)}\n`)
      return result
    } finally {
      await release()
    }
  }
}

/** Replaces a file's contents whole, or not at all. */
export async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const PATIENCE_MS = 10_000

async function lock(path: string): Promise<() => Promise<void>> {
  const mine = `${process.pid} ${randomUUID()}`
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    if (await tryCreate(path, mine)) return () => rm(path, { force: true })
    await removeIfAbandoned(path)
    if (Date.now() > deadline) throw new Error(`${path} is held by another process`)
    await sleep(5 + Math.random() * 10)
  }
}

async function tryCreate(path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}`
  const file = await open(temporary, 'wx', 0o600)
  await file.writeFile(text)
  await file.close()
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

/** Takes away the lock of a process that was killed; a lock that turns out to live is put back. */
async function removeIfAbandoned(path: string): Promise<void> {
  const holder = await readFile(path, 'utf8').catch(() => undefined)
  if (holder === undefined || isAlive(Number(holder.split(' ')[0]))) return
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== holder) await link(aside, path)
  } catch (error) {
    // Somebody else was faster; the next round sees what they left.
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}
