import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { LineSplitter } from '@surety/internal/lines.ts'
import type { JournalEntry } from './entry.ts'
import { CHUNK, isStart, MAX_LINE, parseLine } from './read.ts'
import { CURRENT, rotatedNames } from './rotation.ts'

/** Files of before a rotation that the first reading takes in; each holds thousands of calls. */
const EARLIER = 2

/** Follows a journal: each call of the result gives the entries that were added since the one before, the first one also those of the files before. */
export function followJournal(folder: string): () => Promise<readonly JournalEntry[]> {
  let known: { readonly file: number; at: number; readonly lines: LineSplitter } | undefined
  /** Reads a file from where the last reading ended; a file that was never seen from its start. */
  const readFrom = async (name: string, isWanted: (file: number) => boolean) => {
    const handle = await open(join(folder, name)).catch(() => undefined)
    if (handle === undefined) return []
    try {
      const { ino, size } = await handle.stat()
      if (!isWanted(ino)) return []
      // A file that became shorter was replaced in its place.
      if (known?.file !== ino || size < known.at)
        known = { file: ino, at: 0, lines: new LineSplitter(MAX_LINE) }
      const found: JournalEntry[] = []
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, size - known.at)))
      while (known.at < size) {
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, known.at)
        if (bytesRead === 0) break
        known.at += bytesRead
        for (const { text } of known.lines.feed(chunk.subarray(0, bytesRead))) {
          const record = parseLine(text)
          if (record !== undefined && !isStart(record)) found.push(record)
        }
      }
      return found
    } finally {
      await handle.close()
    }
  }
  return async () => {
    const before = known?.file
    const rotated = rotatedNames(await readdir(folder).catch(() => []))
    const found: JournalEntry[] = []
    // At first what was there before a rotation; later, after one, the rest of the old file.
    for (const name of rotated.slice(before === undefined ? -EARLIER : -1))
      found.push(...(await readFrom(name, (file) => before === undefined || file === before)))
    return [...found, ...(await readFrom(CURRENT, () => true))]
  }
}
