import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { given } from '@surety/internal/given.ts'
import { monotonicMs } from '@surety/internal/monotonic.ts'
import type { ProcessEnd, ProcessRequest } from '@surety/internal/process/process-request.ts'
import { runProcess } from '@surety/internal/process/run-process.ts'
import { innermost, MARK, writeMark } from '../process/attempt-mark.ts'
import { findMarked, holdsMark, signalMarked } from '../process/marked-processes.ts'

/** Output beyond this ends the process: an endless flood would otherwise run until its time is over. */
const FLOOD_BYTES = 64 * 1024 * 1024
const DRAIN_MS = 400
const MAX_DRAINS = 10
/** How often what is left is looked for and killed, and the pause after each time. */
const MAX_KILLS = 20
const KILL_PAUSE_MS = 15
const SLOW_MS = 1500

/** Runs one process as a caller would. Never throws, never hangs, and ends whatever the process started. */
export async function runProbe(request: ProbeRequest): Promise<ProbeEnd> {
  const mark = writeMark(randomUUID(), 1, request.env[MARK])
  const findOwn = () => findMarked(holdsMark(innermost(mark)))
  const env = { ...request.env, [MARK]: mark }
  const end = await run({ ...request, env }, () => findOwn().length > 0)
  let isLeft = false
  // A process may start another one between the search and the signal.
  for (let round = 0; round < MAX_KILLS; round += 1) {
    const rest = findOwn()
    if (rest.length === 0) break
    isLeft = true
    signalMarked(rest, 'SIGKILL')
    await wait(KILL_PAUSE_MS)
  }
  return { ...end, leftBehind: end.leftBehind || isLeft }
}

async function run(request: ProbeRequest, isAlive: () => boolean): Promise<ProbeEnd> {
  const { argv, env, cwd, timeoutMs, maxBytes, stdin, reader, send, signal } = request
  const flood = new AbortController()
  const maxDrains = MAX_DRAINS + (reader === 'slow' ? Math.ceil(SLOW_MS / DRAIN_MS) : 0)
  let timer: NodeJS.Timeout | undefined
  let signalledAt: number | undefined
  let exitedAt: number | undefined
  let sendSignal = (): void => {}
  let [lines, bytes, errorBytes, drains] = [0, 0, 0, 0]

  const end = await runProcess({
    argv,
    env,
    ...given({ cwd }),
    ...(stdin.kind !== 'closed' && { input: stdin.kind === 'text' ? stdin.text : null }),
    timeoutMs,
    graceMs: 0,
    drainMs: DRAIN_MS,
    maxBytes,
    signal: signal ? AbortSignal.any([signal, flood.signal]) : flood.signal,
    onStart: (child) => {
      child.on('exit', () => (exitedAt = monotonicMs()))
      sendSignal = () => {
        if (signalledAt !== undefined || exitedAt !== undefined || send === undefined) return
        signalledAt = monotonicMs()
        child.kill(send.name)
      }
      if (send !== undefined && 'ms' in send.after) timer = setTimeout(sendSignal, send.after.ms)
      // Like `head`: gone before the first byte is read.
      if (reader === 'leaves') child.stdout!.destroy()
    },
    onStdout: (chunk) => {
      const isFirst = bytes === 0
      bytes += chunk.length
      if (bytes > FLOOD_BYTES) flood.abort()
      if (send !== undefined && 'lines' in send.after) {
        for (const byte of chunk) if (byte === LINE_FEED) lines += 1
        if (lines >= send.after.lines) sendSignal()
      }
      return reader === 'slow' && isFirst ? wait(SLOW_MS) : undefined
    },
    onStderr: (chunk) => {
      errorBytes += chunk.length
      if (errorBytes > FLOOD_BYTES) flood.abort()
    },
    // On a busy machine our own reading may be late; only a descendant that lives keeps a stream open.
    mayDrain: () => {
      drains += 1
      return drains <= maxDrains && !isAlive()
    },
  })
  clearTimeout(timer)
  return {
    ...end,
    endedBy: end.signal,
    stopped: stopOf(end.kind, flood.signal.aborted),
    afterSignalMs: signalledAt === undefined ? null : (exitedAt ?? monotonicMs()) - signalledAt,
  }
}

function stopOf(kind: ProcessEnd['kind'], isFlood: boolean): ProbeEnd['stopped'] {
  if (kind === 'timed_out') return 'timeout'
  if (kind !== 'aborted') return null
  return isFlood ? 'flood' : 'aborted'
}

const LINE_FEED = 10

export type ProbeStdin =
  /** The null device: the end of input at once. */
  | { readonly kind: 'closed' }
  /** A pipe that stays open and never gets a byte. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'text'; readonly text: string }

export type ProbeReader = 'whole' | 'slow' | 'leaves'

export interface ProbeSignal {
  readonly name: 'SIGINT' | 'SIGTERM'
  readonly after: { readonly lines: number } | { readonly ms: number }
}

export interface ProbeRequest
  extends
    Pick<ProcessRequest, 'argv' | 'cwd' | 'env' | 'maxBytes' | 'signal'>,
    Required<Pick<ProcessRequest, 'timeoutMs'>> {
  readonly stdin: ProbeStdin
  readonly reader?: ProbeReader
  readonly send?: ProbeSignal
}

export interface ProbeEnd extends Pick<
  ProcessEnd,
  'durationMs' | 'exitCode' | 'leftBehind' | 'startError' | 'stderr' | 'stdout'
> {
  readonly endedBy: NodeJS.Signals | null
  /** Why it was stopped by us; null if it ended alone. */
  readonly stopped: 'timeout' | 'flood' | 'aborted' | null
  readonly afterSignalMs: number | null
}
