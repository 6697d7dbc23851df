import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import type { ProbeEnd, ProbeRequest } from '@surety/client/unstable/client'
import type { Capture } from 'surety/unstable/dialects'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { RecordedBytes, RunRecord } from '../report/report.ts'

export interface Run {
  readonly id: string
  readonly probe: string
  readonly argv: readonly string[]
  readonly exitCode: number | null
  readonly end: ProbeEnd
  readonly stdout: string
  readonly stderr: string
  readonly capture: Capture
  readonly record: RunRecord
}

export type Changes = Readonly<Record<string, string | undefined>>

export function toRun(
  id: string,
  probe: string,
  request: ProbeRequest,
  changes: Changes,
  end: ProbeEnd,
): Run {
  const { stdin, send, argv } = request
  const env = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value ?? null]),
  )
  const call = {
    id,
    probe,
    argv,
    command: reproduce(request, env),
    env,
    cwd: request.cwd ?? '.',
    stdin: stdin.kind,
    stdin_text: stdin.kind === 'text' ? stdin.text : null,
    reader: request.reader ?? 'whole',
    sent: send === undefined ? null : { signal: send.name, after: momentOf(send.after) },
  }
  const record = recordOf(call, end)
  return {
    id,
    probe,
    argv,
    exitCode: end.exitCode,
    end,
    stdout: record.stdout.text,
    stderr: record.stderr.text,
    capture: {
      stdout: end.stdout.bytes,
      stderr: end.stderr.bytes,
      // The numbers that a shell gives to what has none.
      exit_code: end.exitCode ?? (end.startError === null ? 137 : 127),
    },
    record,
  }
}

type Ended = 'exit_code' | 'ended_by' | 'stopped' | 'start_error' | 'left_behind' | 'duration_ms'

/** Puts a call and its end together, as reports have them. */
export function recordOf(
  call: Omit<RunRecord, Ended | 'stdout' | 'stderr'>,
  end: Omit<ProbeEnd, 'afterSignalMs'>,
): RunRecord {
  return {
    ...call,
    exit_code: end.exitCode,
    ended_by: end.endedBy,
    stopped: end.stopped,
    start_error: end.startError,
    left_behind: end.leftBehind,
    duration_ms: Math.round(end.durationMs),
    stdout: recordBytes(end.stdout.bytes, end.stdout.total, end.stdout.isCut),
    stderr: recordBytes(end.stderr.bytes, end.stderr.total, end.stderr.isCut),
  }
}

function momentOf(after: NonNullable<ProbeRequest['send']>['after']): string {
  if ('ms' in after) return `${after.ms} ms`
  return after.lines === 1 ? '1 line' : `${after.lines} lines`
}

/** The words that start a tool, for another folder: those that are files are meant from the caller's. */
export function fixedWords(command: readonly string[], cwd: string): readonly string[] {
  return command.map((word) => {
    const path = resolve(cwd, word)
    return /[./]/.test(word) && !word.startsWith('-') && existsSync(path) ? path : word
  })
}

export function recordBytes(bytes: Uint8Array, total: number, cut: boolean): RecordedBytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  const isExact = Buffer.from(text, 'utf8').equals(buffer)
  return { text, base64: isExact ? null : buffer.toString('base64'), bytes: total, cut }
}

function reproduce(request: ProbeRequest, env: RunRecord['env']): string {
  const { stdin, reader, send } = request
  const seconds = String(request.timeoutMs / 1000)
  const after = send && ('ms' in send.after ? send.after.ms / 1000 : 1)
  // Otherwise the shell shows the exit of timeout.
  const limit = send
    ? ['timeout', '--preserve-status', '-s', send.name.slice(3), String(after)]
    : ['timeout', seconds]
  const words = [...setting(env), ...limit, ...request.argv]
  const tail = reader === 'slow' ? ' | (sleep 2; cat)' : reader === 'leaves' ? ' | true' : ''
  if (stdin.kind === 'silent') return `sleep ${seconds} | ${quoteWords(words)}${tail}`
  if (stdin.kind === 'closed') return `${quoteWords(words)} </dev/null${tail}`
  return `printf %s ${quoteWords(['x', stdin.text]).slice(2)} | ${quoteWords(words)}${tail}`
}

function setting(env: RunRecord['env']): readonly string[] {
  const removed = Object.keys(env).filter((name) => env[name] === null)
  const set = Object.entries(env).filter(([, value]) => value !== null)
  if (removed.length + set.length === 0) return []
  return [
    'env',
    ...removed.flatMap((name) => ['-u', name]),
    ...set.map(([name, value]) => `${name}=${value}`),
  ]
}
