import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { removeOldDrafts } from '../internal/atomic-file.ts'

/** Deletes the oldest files of a folder until at most so many are left, and drafts of killed processes. */
export async function dropOldFiles(folder: string, names: RegExp, most: number): Promise<void> {
  removeOldDrafts(folder)
  const found = (await readdir(folder)).filter((name) => names.test(name))
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
