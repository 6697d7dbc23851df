import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import { isCode, withLock } from './file-lock.ts'
import { makeFolder } from './make-folder.ts'
import { uniqueName } from './unique-name.ts'

/** A file that does not contain the expected JSON. */
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
 * document, never a part of one; writers take turns.
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

  /** Changes the document and returns the result of `change`. */
  async update<R>(change: (document: T) => { document: T; result: R }): Promise<R> {
    await makeFolder(dirname(this.path))
    return withLock(`${this.path}.lock`, async () => {
      const { document, result } = change(await this.read())
      await replace(this.path, `${JSON.stringify(document, null, 2)}\n`)
      return result
    })
  }
}

/** Replaces the contents of a file atomically. */
export async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${uniqueName()}.tmp`
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
