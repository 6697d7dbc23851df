import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import type { JournalEntry, JournalStart } from './entry.ts'
import { CURRENT, rotate } from './rotation.ts'
import { monotonicMs } from '../../internal/monotonic.ts'

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

/**
 * A file to append to. It stays open for a moment after each line. Every {@link CHECK_MS} it is checked to
 * be the file at its path still.
 */
export class AppendFile {
  readonly #path: string
  #file: number | undefined
  #identity = ''
  #isTorn = false
  #checkedAt = 0
  #idle: NodeJS.Timeout | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** Appends with a single write, so that lines of several processes never mix; returns the new size. */
  append(line: string): number {
    const now = monotonicMs()
    if (now - this.#checkedAt >= CHECK_MS) {
      if (this.#file !== undefined && !this.isCurrent()) this.close()
      this.#checkedAt = now
    }
    let stat = this.#write(line)
    // Another process rotated and deleted the file before the line arrived in it.
    if (stat.nlink === 0 && !this.isCurrent()) {
      this.close()
      stat = this.#write(line)
    }
    this.#closeSoon()
    return stat.size
  }

  /** Tests whether the open file is the one at the path. */
  isCurrent(): boolean {
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    return stat !== undefined && this.#identity === `${stat.dev}/${stat.ino}`
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #write(line: string): { readonly nlink: number; readonly size: number } {
    this.#file ??= this.#open()
    // A full disk can leave half a line, and so can a process that is killed while it writes.
    const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line)
    this.#isTorn = writeSync(this.#file, bytes) !== bytes.length
    if (this.#isTorn) throw new Error('the disk is full')
    return fstatSync(this.#file)
  }

  #open(): number {
    const folder = dirname(this.#path)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    assertOwnFolder(folder)
    const file = openSync(this.#path, APPEND, 0o600)
    try {
      const stat = fstatSync(file)
      if (!stat.isFile()) throw new Error(`${this.#path} is not a regular file`)
      this.#identity = `${stat.dev}/${stat.ino}`
      this.#isTorn = stat.size > 0 && lastByte(file, stat.size) !== LINE_FEED
      return file
    } catch (error) {
      closeSync(file)
      throw error
    }
  }

  #closeSoon(): void {
    if (this.#idle === undefined) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    else this.#idle.refresh()
  }
}

const CHECK_MS = 50
const IDLE_MS = 500
const LINE_FEED = 10
/** Never through a symbolic link, which could lead to a file of somebody else. */
const APPEND =
  constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)

/**
 * Throws if a symbolic link leads to a folder that others own or can write to: they could read along,
 * or exchange the files.
 */
function assertOwnFolder(folder: string): void {
  const real = realpathSync(folder)
  if (real === resolve(folder) || process.geteuid === undefined) return
  const { uid, mode } = statSync(real)
  if (uid === process.geteuid() && (mode & 0o022) === 0) return
  throw new Error(`${folder} leads to ${real}, which others can change`)
}

function lastByte(file: number, size: number): number | undefined {
  const byte = new Uint8Array(1)
  return readSync(file, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined
}
