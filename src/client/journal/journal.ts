import { join } from 'node:path'

import { monotonicMs } from '../../internal/monotonic.ts'
import { AppendFile } from './append-file.ts'
import type { JournalEntry, JournalStart } from './entry.ts'
import { CURRENT, rotate } from './rotation.ts'

/** A log of attempts. */
export interface Journal {
  /** Writes one entry. True means that the line survives even if this process is killed. */
  append(entry: JournalEntry): boolean
  /** Notes that an attempt starts. Without it, `findOrphans` finds no process of the attempt. */
  begin?(start: JournalStart): boolean
  /** Why the last line could not be written. */
  readonly problem?: string | null
}

/** Size limits of a journal. */
export interface JournalOptions {
  /** Bytes in the current file before it is rotated; default 8 MiB. */
  readonly maxBytes?: number
  /** Rotated files to keep, `Infinity` for all; older ones are deleted. Default 8. */
  readonly keep?: number
}

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
  const file = new AppendFile(join(folder, CURRENT))
  let problem: string | null = null
  let busyUntil = 0

  /** Rotates the file, unless another process did so or is doing so. */
  function makeRoom(): void {
    try {
      if (file.isCurrent()) {
        const now = monotonicMs()
        if (now < busyUntil) return
        busyUntil = now + BUSY_MS
        if (!rotate(folder, maxBytes, keep)) return
        busyUntil = 0
      }
      file.close()
    } catch {
      // The line is written; a later one tries again.
    }
  }

  function write(record: JournalEntry | JournalStart): boolean {
    try {
      const size = file.append(`${JSON.stringify(record)}\n`)
      if (size > maxBytes) makeRoom()
      problem = null
      return true
    } catch (error) {
      // A journal that cannot be written must not fail the call; the caller reports the anomaly.
      problem = (error as Error).message
      file.close()
      return false
    }
  }

  return {
    append: write,
    begin: write,
    get problem() {
      return problem
    },
  }
}

/** The pause between attempts to rotate if another process does so or if it failed. */
const BUSY_MS = 20
