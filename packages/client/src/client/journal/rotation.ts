import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { removeOldDrafts } from '@surety/internal/atomic-file.ts'
import { tryLock } from '@surety/internal/process/file-lock.ts'

export const CURRENT = 'journal.ndjson'
const LOCK = 'journal.lock'
/** A number that counts up, and a random part in case that two processes use the same number. */
const ROTATED = /^journal-(\d{1,15})-[\da-f]{8}\.ndjson$/

/** Picks the names of rotated files, oldest first. The order does not depend on any clock. */
export function rotatedNames(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => ROTATED.test(name))
    .toSorted((one, other) => numberOf(one) - numberOf(other) || (one < other ? -1 : 1))
}

/** Renames the current file if it is too large, and deletes the oldest ones; false if another process has the lock. */
export function rotate(folder: string, maxBytes: number, keep: number): boolean {
  const lock = tryLock(join(folder, LOCK))
  if (lock.kind === 'busy') return false
  try {
    const current = join(folder, CURRENT)
    const stat = lstatSync(current, { throwIfNoEntry: false })
    // Another process may have rotated it before this one got the lock.
    if (stat?.isFile() !== true || stat.size <= maxBytes) return true
    const old = rotatedNames(readdirSync(folder))
    const number = old.length === 0 ? 1 : numberOf(old.at(-1)!) + 1
    const name = `journal-${String(number).padStart(9, '0')}-${randomUUID().slice(0, 8)}.ndjson`
    renameSync(current, join(folder, name))
    const all = [...old, name]
    for (const gone of all.slice(0, Math.max(0, all.length - keep)))
      rmSync(join(folder, gone), { force: true })
    removeOldDrafts(folder)
    return true
  } finally {
    lock.release()
  }
}

function numberOf(name: string): number {
  return Number(ROTATED.exec(name)?.[1])
}
