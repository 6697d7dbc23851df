import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { isJsonObject } from '../../contract/index.ts'
import { appendLine } from '../journal/journal.ts'
import type { BatchRecord } from './record.ts'

/** How far a batch has come, on disk: a line when a call starts, a line when it is finished. */
export interface BatchState {
  /** The record of a call that is finished. */
  finished(key: string): BatchRecord | undefined
  /** True when a call was started and never finished: what it did is not known. */
  isInDoubt(key: string): boolean
  start(key: string): void
  finish(key: string, record: BatchRecord): void
}

/** Opens a batch's state; lines that a crash cut short are passed over. */
export function openBatchState(path: string): BatchState {
  const started = new Set<string>()
  const finished = new Map<string, BatchRecord>()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const text = readIfThere(path)
  for (const line of text.split('\n')) {
    const value = parseLine(line)
    if (value === undefined) continue
    if (value.record === undefined) started.add(value.key)
    else finished.set(value.key, value.record)
  }
  // A torn last line would swallow the next one that is appended to it.
  if (text !== '' && !text.endsWith('\n')) appendLine(path, '\n')
  return {
    finished: (key) => finished.get(key),
    isInDoubt: (key) => started.has(key) && !finished.has(key),
    start: (key) => void appendLine(path, `${JSON.stringify({ key })}\n`),
    finish: (key, record) => void appendLine(path, `${JSON.stringify({ key, record })}\n`),
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function parseLine(
  line: string,
): { readonly key: string; readonly record?: BatchRecord } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!isJsonObject(value) || typeof value['key'] !== 'string') return undefined
    if (value['record'] === undefined) return { key: value['key'] }
    return isJsonObject(value['record'])
      ? { key: value['key'], record: value['record'] as unknown as BatchRecord }
      : undefined
  } catch {
    // Cut short by a crash: it was never acknowledged.
    return undefined
  }
}
