import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { isCode } from './file-lock.ts'

/**
 * Creates a folder and those above it. The recursive mkdir of Node tries again without end where a
 * file system refuses new entries by saying that the folder above is missing, as /proc does.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (error) {
    const above = dirname(path)
    if (!isCode(error, 'ENOENT') || above === path) throw error
    // Another process may have made it in the meantime.
    if (!(await exists(above))) await makeFolder(above, mode)
    await makeOne(path, mode)
  }
}

async function makeOne(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    if (!isCode(error, 'EEXIST') || !(await isFolder(path))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory()
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
