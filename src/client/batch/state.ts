import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { isJsonObject, SuretyError } from '../../contract/index.ts'
import { tryLock } from '../../internal/process/file-lock.ts'
import { appendLine } from '../journal/journal.ts'
import type { BatchRecord } from './record.ts'

/** The progress of a batch, on disk: one line when a call starts, one when it is finished. */
export interface BatchState {
  /** The record of a call that is finished. */
  finished(key: string): BatchRecord | undefined
  /** The id of a call that was started but not finished, so its effects are unknown; null for an unknown id. */
  inDoubt(key: string): { readonly call: string | null } | undefined
  start(key: string, call: string): void
  finish(key: string, record: BatchRecord): void
  /** Releases the lock. */
  close(): void
}

/**
 * Opens and locks the state of a batch; throws while another process uses it. Skips lines that a crash
 * cut short.
 */
export function openBatchState(path: string): BatchState {
  let release: (() => void) | undefined
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    release = lockState(path)
    return { ...readState(path), close: release }
  } catch (error) {
    release?.()
    throw error instanceof SuretyError ? error : unusable(path, error as NodeJS.ErrnoException)
  }
}

function lockState(path: string): () => void {
  const attempt = tryLock(`${path}.lock`)
  if (attempt.kind === 'taken') return attempt.release
  throw new SuretyError(
    'STATE_LOCKED',
    'UNAVAILABLE',
    `Another batch (process ${attempt.pid} on ${attempt.host}) is using ${path}.`,
    {
      retryable: true,
      phase: 'validation',
      target: path,
      suggestion: `Wait for it to end, or use another state file. If there is no such process, remove ${path}.lock.`,
    },
  )
}

function unusable(path: string, cause: NodeJS.ErrnoException): SuretyError {
  const message = `${path} cannot be used as a state file (${cause.code ?? cause.message}).`
  return new SuretyError('STATE_UNUSABLE', 'PRECONDITION', message, {
    phase: 'validation',
    target: path,
    cause,
  })
}

function readState(path: string): Omit<BatchState, 'close'> {
  const started = new Map<string, string | null>()
  const finished = new Map<string, BatchRecord>()
  const text = readIfThere(path)
  for (const line of text.split('\n')) {
    const value = parseLine(line)
    if (value === undefined) continue
    if (value.record === undefined) started.set(value.key, value.call ?? null)
    else finished.set(value.key, value.record)
  }
  // A line appended to a torn one could not be read.
  if (text !== '' && !text.endsWith('\n')) appendLine(path, '\n')
  return {
    finished: (key) => finished.get(key),
    inDoubt: (key) => {
      const call = started.get(key)
      return call === undefined || finished.has(key) ? undefined : { call }
    },
    start: (key, call) => void appendLine(path, `${JSON.stringify({ key, call })}\n`),
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
): { readonly key: string; readonly call?: string; readonly record?: BatchRecord } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!isJsonObject(value) || typeof value['key'] !== 'string') return undefined
    const { key, call } = value
    if (value['record'] === undefined) return { key, ...(typeof call === 'string' && { call }) }
    return isJsonObject(value['record'])
      ? { key: value['key'], record: value['record'] as unknown as BatchRecord }
      : undefined
  } catch {
    // A line that a crash cut short; it was never acknowledged.
    return undefined
  }
}
