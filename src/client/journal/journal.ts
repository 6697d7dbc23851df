import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import type { JournalEntry } from './entry.ts'

/** Where attempts are written down. */
export interface Journal {
  /** Writes one entry; when it returns true, the line survives whatever happens to this process. */
  append(entry: JournalEntry): boolean
}

/** How large a journal may grow. */
export interface JournalOptions {
  /** Bytes in the current file before it is put away; default 8 MiB. */
  readonly maxBytes?: number
  /** Files kept beside the current one; default 8. */
  readonly keep?: number
}

/** The name of the file that is written now. */
export const CURRENT = 'journal.ndjson'
/** The names of files that were put away, which sort by age. */
export const PUT_AWAY = /^journal-[\dTZ.-]+-\d+\.ndjson$/

/**
 * Opens a journal in a folder: append-only lines of JSON, one write call each, readable by the owner
 * alone. Many processes may write at once.
 *
 * @example
 * ```ts
 * import { createClient, createJournal } from 'surety/client'
 *
 * const client = createClient({ journal: createJournal('/var/lib/my-agent/journal') })
 * ```
 */
export function createJournal(folder: string, options: JournalOptions = {}): Journal {
  const { maxBytes = 8 * 1024 * 1024, keep = 8 } = options
  const path = join(folder, CURRENT)
  let isReady = false
  return {
    append(entry) {
      try {
        if (!isReady) mkdirSync(folder, { recursive: true, mode: 0o700 })
        isReady = true
        return appendLine(path, `${JSON.stringify(entry)}\n`, (size) => {
          if (size > maxBytes) rotate(folder, keep)
        })
      } catch {
        // A journal that cannot be written must not fail the call; the caller reports the anomaly.
        isReady = false
        return false
      }
    },
  }
}

/** Appends a line with a single write, so that lines of several processes never mix. */
export function appendLine(path: string, line: string, onSize?: (size: number) => void): boolean {
  const file = openSync(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600)
  try {
    const bytes = Buffer.from(line)
    const isWhole = writeSync(file, bytes) === bytes.length
    if (onSize !== undefined) onSize(fstatSync(file).size)
    return isWhole
  } finally {
    closeSync(file)
  }
}

/** Names are unique, so two processes that rotate at once make two files and lose no line. */
function rotate(folder: string, keep: number): void {
  const stamp = new Date().toISOString().replaceAll(':', '')
  renameSync(join(folder, CURRENT), join(folder, `journal-${stamp}-${process.pid}.ndjson`))
  const old = readdirSync(folder)
    .filter((name) => PUT_AWAY.test(name))
    .sort()
  for (const name of old.slice(0, Math.max(0, old.length - keep)))
    rmSync(join(folder, name), { force: true })
}
