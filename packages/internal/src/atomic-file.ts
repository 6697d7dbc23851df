import { readdirSync, rmSync, statSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

let written = 0

/** Replaces a file in one step. write-file-atomic handles signals itself and would end a run that has to answer. */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, signal }: { readonly mode?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  // A run that has ended waits for no draft that begins only now.
  signal?.throwIfAborted()
  written += 1
  const draft = `${path}.${process.pid}-${written}.tmp`
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      await handle.writeFile(content, { signal })
      await handle.sync()
    } finally {
      await handle.close()
    }
    signal?.throwIfAborted()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw named(error, draft, path)
  }
}

/** Names the file that was to be written, of whose draft nobody knows. */
function named(error: unknown, draft: string, path: string): unknown {
  if (error instanceof Error && 'path' in error && error.path === draft)
    Object.assign(error, { path, message: error.message.replace(draft, path) })
  return error
}

/** Drafts of {@link writeFileAtomically} and of file locks, which exist for milliseconds. */
const DRAFT = /\.\d+-\d+\.tmp$|\.lock\.[\da-f-]{36}(?:\.tmp)?$/
const OLD_MS = 60 * 60 * 1000

/** Deletes the drafts that killed processes left in a folder of ours. */
export function removeOldDrafts(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (!DRAFT.test(name)) continue
      const path = join(folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat !== undefined && Date.now() - stat.mtimeMs > OLD_MS) rmSync(path, { force: true })
    }
  } catch {
    // They take a little space, nothing more.
  }
}

/** Deletes the oldest files of these names until at most so many are left. */
export async function keepNewest(folder: string, names: RegExp, most: number): Promise<void> {
  const found = (await readdir(folder).catch(() => [])).filter((name) => names.test(name))
  if (found.length <= most) return
  const dated = await Promise.all(
    found.map(async (name) => {
      const path = join(folder, name)
      return { path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 }
    }),
  )
  const old = dated.toSorted((one, other) => other.time - one.time).slice(most)
  for (const { path } of old) await rm(path, { force: true })
}
