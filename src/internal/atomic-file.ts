import { open, rename, rm } from 'node:fs/promises'

let written = 0

/**
 * Writes a whole file or nothing: readers see the old content or the new one, also after a crash. The
 * usual package for it listens to signals, and would end a run that has to answer them.
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
