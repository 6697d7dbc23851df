import { constants } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { checkValue } from '@surety/internal/json-schema/check-value.ts'
import { LineSplitter } from '@surety/internal/lines.ts'
import type { JournalEntry, JournalStart } from './entry.ts'
import lines from './lines.json' with { type: 'json' }
import { CURRENT, rotatedNames } from './rotation.ts'
import { passes, type EntryFilter } from './entry-filter.ts'
import { isJsonObject, parseJson } from 'surety/unstable/contract'

/** A part of a journal that was skipped. */
export interface JournalProblem {
  readonly file: string
  /** Counted from 1; null if the whole file cannot be read. */
  readonly line: number | null
  readonly message: string
}

export interface ReadJournalOptions {
  /** Called for every damaged line and every file that cannot be read; both are skipped. */
  readonly onProblem?: (problem: JournalProblem) => void
}

/**
 * Reads a journal's entries, oldest first, in constant memory; skips damaged lines.
 *
 * @example
 * ```ts
 * import { readJournal } from '@surety/client'
 *
 * for await (const { tool, code, verdict } of readJournal('/var/lib/my-agent/journal')) {
 *   console.log(tool, code, verdict)
 * }
 * ```
 */
export async function* readJournal(
  folder: string,
  options: ReadJournalOptions = {},
): AsyncGenerator<JournalEntry> {
  for await (const record of readRecords(folder, options)) {
    if (!isStart(record)) yield record
  }
}

export async function* readRecords(
  folder: string,
  { onProblem }: ReadJournalOptions = {},
): AsyncGenerator<JournalEntry | JournalStart> {
  for await (const { name, file } of filesOf(folder, onProblem)) {
    let line = 0
    try {
      for await (const { text, isWhole } of linesOf(file)) {
        line += 1
        const record = parseLine(text)
        if (record !== undefined) yield record
        // The last line may be under way, or a full disk cut it short; it was not acknowledged.
        else if (isWhole && text !== '')
          onProblem?.({ file: join(folder, name), line, message: 'is damaged' })
      }
    } finally {
      await file.close()
    }
  }
}

/** Opens the files, oldest first, each once, even if the current one is rotated in the meantime. */
async function* filesOf(folder: string, onProblem: ReadJournalOptions['onProblem']) {
  const seen = new Set<string>()
  const news = async () =>
    rotatedNames(await readdir(folder).catch(() => [])).filter((name) => !seen.has(name))
  for (;;) {
    for (let names = await news(); names.length > 0; names = await news()) {
      for (const name of names) {
        seen.add(name)
        const file = await openFile(join(folder, name), onProblem)
        if (file !== undefined) yield { name, file }
      }
    }
    const file = await openFile(join(folder, CURRENT), onProblem)
    const isLast = (await news()).length === 0
    if (file !== undefined && isLast) yield { name: CURRENT, file }
    else await file?.close()
    if (isLast) return
  }
}

async function openFile(path: string, onProblem: ReadJournalOptions['onProblem']) {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  try {
    const file = await open(path, flags)
    if ((await file.stat()).isFile()) return file
    await file.close()
    onProblem?.({ file: path, line: null, message: 'is not a regular file' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // It was deleted by a rotation, or the journal is empty.
    if (code !== 'ENOENT')
      onProblem?.({ file: path, line: null, message: `cannot be read (${code})` })
  }
  return undefined
}

export const CHUNK = 256 * 1024
/** Entries are much shorter; more bytes without a line feed are no journal. */
export const MAX_LINE = 1024 * 1024

/** Splits a file at line feeds only, because JSON may contain U+2028. */
async function* linesOf(file: FileHandle) {
  const splitter = new LineSplitter(MAX_LINE)
  const chunk = Buffer.allocUnsafe(CHUNK)
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK, null)
    if (bytesRead === 0) break
    for (const { text, problem } of splitter.feed(chunk.subarray(0, bytesRead)))
      yield { text: problem === 'too_long' ? 'too long' : text, isWhole: true }
  }
  for (const { text } of splitter.end()) yield { text, isWhole: false }
}

/**
 * Returns the last entries of a journal that meet the conditions, oldest first.
 *
 * @example
 * ```ts
 * import { readJournal, tailJournal } from '@surety/client'
 *
 * const last = await tailJournal(readJournal('/var/lib/my-agent/journal'), 20)
 * ```
 */
export async function tailJournal(
  entries: AsyncIterable<JournalEntry> | Iterable<JournalEntry>,
  count: number,
  filter: EntryFilter = {},
): Promise<readonly JournalEntry[]> {
  const kept: JournalEntry[] = []
  for await (const entry of entries) {
    if (!passes(entry, filter)) continue
    kept.push(entry)
    if (kept.length > count * 2 + 64) kept.splice(0, kept.length - count)
  }
  return count <= 0 ? [] : kept.slice(-count)
}

type JournalRecord = JournalEntry | JournalStart

export function isStart(record: JournalRecord): record is JournalStart {
  return 'started' in record && record.started
}

export function parseLine(line: string): JournalRecord | undefined {
  const record = toRecord(line)
  if (record !== undefined) return record
  // Half a line of a full disk or a killed process, with a complete one appended to it. Quotes inside of
  // members are escaped, so this is the start of a line.
  const start = line.lastIndexOf('{"v":1,"')
  return start > 0 ? toRecord(line.slice(start)) : undefined
}

function toRecord(line: string): JournalRecord | undefined {
  const value = parseJson(line)
  if (!isJsonObject(value)) return undefined
  const { start, entry } = lines
  const schema = value['started'] === true ? start : entry
  if (checkValue(schema, value).length > 0) return undefined
  return Number.isNaN(Date.parse(value['time'] as string))
    ? undefined
    : (value as unknown as JournalRecord)
}
