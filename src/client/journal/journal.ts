import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import type { JournalEntry } from './entry.ts'

/** A log of attempts. */
export interface Journal {
  /** Writes one entry. True means that the line survives even if this process is killed. */
  append(entry: JournalEntry): boolean
}

/** Size limits of a journal. */
export interface JournalOptions {
  /** Bytes in the current file before it is rotated; default 8 MiB. */
  readonly maxBytes?: number
  /** Rotated files to keep; default 8. */
  readonly keep?: number
}

/** The name of the current file. */
export const CURRENT = 'journal.ndjson'
/** The names of rotated files; they sort by age. */
export const ROTATED = /^journal-[\dTZ.-]+-\d+\.ndjson$/

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
  const file = new OpenFile(join(folder, CURRENT))
  return {
    append(entry) {
      try {
        const line = `${JSON.stringify(entry)}\n`
        const size = file.append(line)
        if (size > maxBytes) {
          file.close()
          rotate(folder, keep)
        }
        return true
      } catch {
        // A journal that cannot be written must not fail the call; the caller reports the anomaly.
        file.close()
        return false
      }
    },
  }
}

/**
 * A file to append to. It stays open for a moment after each line. Every {@link CHECK_MS} it is checked to
 * be the current file still, so that another process cannot have rotated and removed it in between.
 */
class OpenFile {
  readonly #path: string
  #file: number | undefined
  #identity = ''
  #isTorn = false
  #checkedAt = 0
  #size = 0
  #idle: NodeJS.Timeout | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** Appends with a single write; returns the size of the file as last seen plus what was added. */
  append(line: string): number {
    const isFresh = performance.now() - this.#checkedAt < CHECK_MS
    if (this.#file !== undefined && !isFresh && identityOf(this.#path) !== this.#identity)
      this.close()
    this.#file ??= this.#open()
    // A full disk can leave half a line; a line appended to it could not be read.
    const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line)
    this.#isTorn = writeSync(this.#file, bytes) !== bytes.length
    if (this.#isTorn) throw new Error('the line was only partly written')
    this.#closeSoon()
    this.#size += bytes.length
    if (isFresh) return this.#size
    this.#checkedAt = performance.now()
    this.#size = fstatSync(this.#file).size
    return this.#size
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): number {
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const file = openSync(this.#path, flags, 0o600)
    const { dev, ino, size } = fstatSync(file)
    this.#identity = `${dev}/${ino}`
    this.#size = size
    this.#isTorn = size > 0 && lastByte(file, size) !== LINE_FEED
    return file
  }

  #closeSoon(): void {
    if (this.#idle === undefined) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    else this.#idle.refresh()
  }
}

const CHECK_MS = 50
const IDLE_MS = 500
const LINE_FEED = 10

function lastByte(file: number, size: number): number | undefined {
  const byte = new Uint8Array(1)
  return readSync(file, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined
}

function identityOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.dev}/${stat.ino}`
}

/** Appends a line with a single write, so that lines of several processes never mix. */
export function appendLine(path: string, line: string): boolean {
  const file = openSync(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600)
  try {
    const bytes = Buffer.from(line)
    return writeSync(file, bytes) === bytes.length
  } finally {
    closeSync(file)
  }
}

/** Rotated names are unique: two processes that rotate at once make two files and lose no line. */
function rotate(folder: string, keep: number): void {
  const stamp = new Date().toISOString().replaceAll(':', '')
  renameSync(join(folder, CURRENT), join(folder, `journal-${stamp}-${process.pid}.ndjson`))
  const old = readdirSync(folder)
    .filter((name) => ROTATED.test(name))
    .sort()
  for (const name of old.slice(0, Math.max(0, old.length - keep)))
    rmSync(join(folder, name), { force: true })
}
