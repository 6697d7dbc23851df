import { open, rename, rm } from 'node:fs/promises'

let written = 0

/**
 * Replaces a file in one step: readers see the old or the new content, even after a crash. The usual
 * package, write-file-atomic, handles signals itself and would end a run that still has to answer.
 */
export async function writeFileAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  written += 1
  const draft = `${path}.${process.pid}-${written}.tmp`
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
