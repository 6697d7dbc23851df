import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { JournalEntry, JournalStart } from './entry.ts'
import { CURRENT, rotate } from './rotation.ts'
import { whyShared, makeFolder } from '@surety/internal/own-folder.ts'
import { monotonicMs } from '@surety/internal/monotonic.ts'

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
 * import { createClient, createJournal } from '@surety/client'
 *
 * const client = createClient({ journal: createJournal('/var/lib/my-agent/journal') })
 * ```
 */
export function createJournal(folder: string, options: JournalOptions = {}): Journal {
  const { maxBytes = 8 * 1024 * 1024, keep = 8 } = options
  let problem: string | null = null
  let busyUntil = 0

  function makeRoom(): void {
    const now = monotonicMs()
    if (now < busyUntil) return
    busyUntil = now + BUSY_MS
    try {
      if (rotate(folder, maxBytes, keep)) busyUntil = 0
    } catch {
      // The line is written; a later one tries again.
    }
  }

  function write(record: JournalEntry | JournalStart): boolean {
    const line = `${JSON.stringify(record)}\n`
    try {
      const path = join(folder, CURRENT)
      // If it was rotated and deleted before the line arrived in it, there is a new file by now.
      const size = appendLine(path, line) ?? appendLine(path, line)
      problem = null
      if (size !== undefined && size > maxBytes) makeRoom()
      return true
    } catch (error) {
      // A journal that cannot be written must not fail the call; the caller reports the anomaly.
      problem = (error as Error).message
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

const BUSY_MS = 20

/** Appends with a single write, so that lines of several processes never mix. Undefined if the file was deleted. */
function appendLine(path: string, line: string): number | undefined {
  const folder = dirname(path)
  makeFolder(folder, 0o700)
  // Others could read along, or exchange the files; a symbolic link may lead there.
  const why = whyShared(folder)
  if (why !== undefined) throw new Error(`${folder} ${why}`)
  const file = openSync(path, APPEND, 0o600)
  try {
    const before = fstatSync(file)
    if (!before.isFile()) throw new Error(`${path} is not a regular file`)
    // A full disk can leave half a line, and so can a process that is killed while it writes.
    const isTorn = before.size > 0 && lastByte(file, before.size) !== LINE_FEED
    const bytes = Buffer.from(isTorn ? `\n${line}` : line)
    if (writeSync(file, bytes) !== bytes.length) throw new Error('the disk is full')
    const { nlink, size } = fstatSync(file)
    return nlink === 0 ? undefined : size
  } finally {
    closeSync(file)
  }
}

const LINE_FEED = 10
/** Never through a symbolic link, which could lead to a file of somebody else. */
const APPEND =
  constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)

function lastByte(file: number, size: number): number | undefined {
  const byte = new Uint8Array(1)
  return readSync(file, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined
}
