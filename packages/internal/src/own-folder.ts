import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Says why others could change what is in a folder: who can write to the one above can exchange it. */
export function whyShared(folder: string): string | undefined {
  const path = resolve(folder)
  const real = existsSync(path) ? realpathSync(path) : path
  return whyForeign(path) ?? whyForeign(dirname(path), true) ?? whyForeign(dirname(real), true)
}

/** Says why a file or folder is not ours alone. */
export function whyForeign(path: string, isAround = false): string | undefined {
  const own = process.geteuid?.()
  if (own === undefined) return undefined
  let stats
  try {
    stats = statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // Such as a file where a folder is expected.
    return `is not used: ${path} cannot be looked at (${(error as NodeJS.ErrnoException).code})`
  }
  if (stats === undefined) return undefined
  // Root can change everything anyway, and only owners rename what is in a folder with the sticky bit.
  const isOurs = stats.uid === own || (isAround && stats.uid === 0)
  if (!isOurs) return `is not used: ${path} belongs to another user`
  const isOpen = (stats.mode & 0o022) !== 0 && !(isAround && (stats.mode & 0o1000) !== 0)
  return isOpen ? `is not used: others can write to ${path}` : undefined
}

/** Makes folders where they are missing. Node's own way never ends below one that says ENOENT, such as /proc. */
export function makeFolder(path: string, mode = 0o777): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isThere()) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isThere()) throw error
  }
}

/** Lists the names in a folder; one that is missing, or not for us, has none. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Reads a text; null if the file is missing, or not for us. */
export function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
