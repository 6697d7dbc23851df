import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { isJsonObject } from '../../contract/index.ts'
import type { JournalEntry } from './entry.ts'
import { CURRENT, ROTATED } from './journal.ts'

/**
 * Reads a journal's entries, oldest first, in constant memory; skips lines that are not entries.
 *
 * @example
 * ```ts
 * import { readJournal } from 'surety/client'
 *
 * for await (const { tool, code, verdict } of readJournal('/var/lib/my-agent/journal')) {
 *   console.log(tool, code, verdict)
 * }
 * ```
 */
export async function* readJournal(folder: string): AsyncGenerator<JournalEntry> {
  const names = await readdir(folder).catch(() => [])
  const files = [
    ...names.filter((name) => ROTATED.test(name)).sort(),
    ...names.filter((name) => name === CURRENT),
  ]
  for (const name of files) {
    const input = createReadStream(join(folder, name), 'utf8')
    // A file that was rotated away in the meantime ends the stream; readline would throw.
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
    try {
      for await (const line of lines) {
        const entry = parseEntry(line)
        if (entry !== undefined) yield entry
      }
    } finally {
      lines.close()
      input.destroy()
    }
  }
}

/**
 * Returns the last entries of a journal, oldest first.
 *
 * @example
 * ```ts
 * import { readJournal, tailJournal } from 'surety/client'
 *
 * const last = await tailJournal(readJournal('/var/lib/my-agent/journal'), 20)
 * ```
 */
export async function tailJournal(
  entries: AsyncIterable<JournalEntry> | Iterable<JournalEntry>,
  count: number,
): Promise<readonly JournalEntry[]> {
  const kept: JournalEntry[] = []
  for await (const entry of entries) {
    kept.push(entry)
    if (kept.length > count * 2 + 64) kept.splice(0, kept.length - count)
  }
  return count <= 0 ? [] : kept.slice(-count)
}

/** Parses one line; undefined for torn lines and other data. */
export function parseEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!isJsonObject(value) || value['v'] !== 1) return undefined
    const isEntry =
      typeof value['tool'] === 'string' &&
      typeof value['time'] === 'string' &&
      (value['outcome'] === 'success' || value['outcome'] === 'failure')
    return isEntry ? (value as unknown as JournalEntry) : undefined
  } catch {
    // A line that a crash cut short; it was never acknowledged.
    return undefined
  }
}
