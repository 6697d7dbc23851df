import { constants } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { makeFolder } from '../../../../../examples/store/make-folder.ts'

/** One call, paid or failed. */
export interface HistoryEntry {
  readonly timestamp: string
  readonly chain: string
  readonly signer: string
  readonly method: string
  readonly url: string
  readonly host: string
  readonly status: number
  readonly protocol: string
  readonly price_usd?: number
  readonly tx_hash?: string
  readonly next_steps_action?: string
  readonly ok: boolean
}

/** Gives the place of the history. */
export function historyPath(home: string): string {
  return join(home, 'history.jsonl')
}

/** Adds one entry with one write, so that two processes cannot tear each other's line. */
export async function appendHistory(home: string, entry: HistoryEntry): Promise<void> {
  const path = historyPath(home)
  await makeFolder(dirname(path), 0o700)
  const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
  try {
    const line = `${JSON.stringify(entry)}\n`
    await file.write((await endsInside(file)) ? `\n${line}` : line)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Tests whether the last line is incomplete, so that the next entry starts on a new one. */
async function endsInside(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== 0x0a
}

/** Reads the history, the newest entry first; lines that cannot be read are counted, not hidden. */
export async function readHistory(
  home: string,
): Promise<{ entries: HistoryEntry[]; unreadable: number }> {
  const text = await readFile(historyPath(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.flatMap(parseEntry).reverse()
  return { entries, unreadable: lines.length - entries.length }
}

/** Adds up what was spent since a moment, in all and with one merchant. */
export function spentSince(
  entries: readonly HistoryEntry[],
  since: string,
  host: string,
): { today: number; merchant: number } {
  const paid = entries.filter((entry) => entry.ok && entry.price_usd !== undefined)
  const sum = (list: readonly HistoryEntry[]) =>
    list.reduce((total, entry) => total + (entry.price_usd ?? 0), 0)
  return {
    today: sum(paid.filter((entry) => entry.timestamp >= since)),
    merchant: sum(paid.filter((entry) => entry.host === host)),
  }
}

function parseEntry(line: string): HistoryEntry[] {
  try {
    const value: unknown = JSON.parse(line)
    return isEntry(value) ? [value] : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== 'object' || value === null) return false
  const { timestamp, host, ok, price_usd } = value as Partial<HistoryEntry>
  return (
    typeof timestamp === 'string' &&
    typeof host === 'string' &&
    typeof ok === 'boolean' &&
    (price_usd === undefined || typeof price_usd === 'number')
  )
}
