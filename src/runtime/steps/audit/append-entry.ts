import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { tryLock } from '../../../internal/process/file-lock.ts'

const MAX_ENTRY_BYTES = 16 * 1024
const MAX_FILE_BYTES = 10 * 1024 * 1024
const KEPT_FILES = 5

/** Appends an entry to an audit log in one write, so that entries of several processes do not mix. */
export function appendEntry(path: string, entry: JsonObject): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (sizeOf(path) > MAX_FILE_BYTES) rotate(path)
  appendFileSync(path, `${JSON.stringify(fit(entry))}\n`, { mode: 0o600 })
}

/** Renames the files, the oldest of which goes. One process does this at a time; the others go on appending. */
function rotate(path: string): void {
  const lock = tryLock(`${path}.lock`)
  if (lock.kind === 'busy') return
  try {
    // Another process may have done it before this one got the lock.
    if (sizeOf(path) <= MAX_FILE_BYTES) return
    for (let number = KEPT_FILES - 1; number >= 1; number -= 1) {
      const older = number === 1 ? path : `${path}.${number - 1}`
      if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${path}.${number}`)
    }
  } finally {
    lock.release()
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Cuts the largest values of an entry that is too long. */
function fit(entry: JsonObject): JsonObject {
  const args: Record<string, JsonValue> = { ...(entry['args'] as JsonObject) }
  let fitted = entry
  const lengthOf = (value: JsonValue) => JSON.stringify(value).length
  while (Buffer.byteLength(JSON.stringify(fitted)) >= MAX_ENTRY_BYTES) {
    const [largest] = Object.entries(args).toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
    if (!largest || largest[1] === '[TRUNCATED]') return { ...fitted, args: {}, truncated: true }
    args[largest[0]] = '[TRUNCATED]'
    fitted = { ...entry, args: { ...args }, truncated: true }
  }
  return fitted
}
