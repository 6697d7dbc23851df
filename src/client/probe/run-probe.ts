import { randomUUID } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

import { innermost, MARK, writeMark } from '../process/attempt-mark.ts'
import { findMarked, signalMarked } from '../process/marked-processes.ts'
import { monotonicMs } from '../../internal/monotonic.ts'
import { createCappedBytes } from '../../internal/process/capped-bytes.ts'
import { adoptGroup, releaseGroup, signalGroup } from '../../internal/process/process-groups.ts'
import type { CapturedStream } from '../../internal/process/process-request.ts'

/** Output beyond this ends the process: an endless flood would otherwise run until its time is over. */
const FLOOD_BYTES = 64 * 1024 * 1024
/** How long a descendant may keep a stream open after the exit. */
const DRAIN_MS = 400
const MAX_DRAINS = 10
/** How long a process may take to die after SIGKILL. */
const STUCK_MS = 1250
/** How often what is left is looked for and killed, and the pause after each time. */
const MAX_KILLS = 20
const KILL_PAUSE_MS = 15
/** The pause of a slow reader after the first byte. */
const SLOW_MS = 1500

/**
 * Runs one process as a caller would, and reports what it left behind. Never throws, never hangs, and ends
 * whatever the process started, also what left its group.
 */
export async function runProbe(request: ProbeRequest): Promise<ProbeEnd> {
  const mark = writeMark(randomUUID(), 1, request.env[MARK])
  const own = innermost(mark)
  const end = await run({ ...request, env: { ...request.env, [MARK]: mark } })
  let isLeft = false
  // A process may start another one between the search and the signal.
  for (let round = 0; round < MAX_KILLS; round += 1) {
    const rest = findMarked((value) => value.split('/').includes(own))
    if (rest.length === 0) break
    isLeft = true
    signalMarked(rest, 'SIGKILL')
    await wait(KILL_PAUSE_MS)
  }
  return { ...end, leftBehind: end.leftBehind || isLeft }
}

function run(request: ProbeRequest): Promise<ProbeEnd> {
  const startedAt = monotonicMs()
  const stdout = createCappedBytes(request.maxBytes)
  const stderr = createCappedBytes(request.maxBytes)
  const toEnd = (facts: Partial<ProbeEnd>): ProbeEnd => ({
    exitCode: null,
    endedBy: null,
    stopped: null,
    startError: null,
    afterSignalMs: null,
    leftBehind: false,
    ...facts,
    stdout: { bytes: stdout.take(), total: stdout.total, isCut: stdout.isCut },
    stderr: { bytes: stderr.take(), total: stderr.total, isCut: stderr.isCut },
    durationMs: monotonicMs() - startedAt,
  })
  const child = start(request)
  if (typeof child === 'string') return Promise.resolve(toEnd({ startError: child }))
  return new Promise((settle) => {
    const { pid } = child
    let stopped: ProbeEnd['stopped'] = null
    let signalledAt: number | undefined
    let exitedAt: number | undefined
    let lines = 0
    const timers: NodeJS.Timeout[] = []
    const later = (ms: number, act: () => void): void => void timers.push(setTimeout(act, ms))

    const finish = (facts: Partial<ProbeEnd>): void => {
      for (const timer of timers) clearTimeout(timer)
      request.signal?.removeEventListener('abort', onAbort)
      if (pid !== undefined) releaseGroup(pid)
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      child.removeAllListeners()
      child.on('error', () => {})
      const from = signalledAt
      const until = exitedAt ?? monotonicMs()
      settle(
        toEnd({ stopped, ...(from !== undefined && { afterSignalMs: until - from }), ...facts }),
      )
    }
    const finishExited = (leftBehind: boolean): void =>
      finish({ exitCode: child.exitCode, endedBy: child.signalCode, leftBehind })
    // On a busy machine our own reading may be late; only a descendant that lives keeps a stream open.
    const drain = (left: number): void => {
      const own = innermost(request.env[MARK] ?? '')
      const isHeld = findMarked((value) => value.split('/').includes(own)).length > 0
      if (isHeld || left === 0) finishExited(true)
      else later(DRAIN_MS, () => drain(left - 1))
    }
    const stop = (why: NonNullable<ProbeEnd['stopped']>): void => {
      if (stopped !== null || exitedAt !== undefined) return
      stopped = why
      if (pid !== undefined && !signalGroup(pid, 'SIGKILL')) child.kill('SIGKILL')
      later(STUCK_MS, () => finishExited(true))
    }
    const onAbort = (): void => stop('aborted')
    const send = (): void => {
      if (signalledAt !== undefined || exitedAt !== undefined || request.send === undefined) return
      signalledAt = monotonicMs()
      child.kill(request.send.name)
    }

    child.on('error', (error: NodeJS.ErrnoException) => {
      if (pid === undefined) finish({ startError: error.code ?? 'UNKNOWN' })
    })
    child.on('exit', () => {
      exitedAt = monotonicMs()
      later(DRAIN_MS + (request.reader === 'slow' ? SLOW_MS : 0), () => drain(MAX_DRAINS))
    })
    child.on('close', () => {
      if (pid !== undefined) finishExited(false)
    })
    if (pid === undefined) return
    adoptGroup(pid)
    later(request.timeoutMs, () => stop('timeout'))
    request.signal?.addEventListener('abort', onAbort, { once: true })
    if (request.signal?.aborted === true) stop('aborted')

    const after = request.send?.after
    if (after !== undefined && 'ms' in after) later(after.ms, send)
    const onStdout = (chunk: Buffer): void => {
      if (request.reader === 'slow' && stdout.total === 0) {
        child.stdout!.pause()
        later(SLOW_MS, () => child.stdout!.resume())
      }
      stdout.push(chunk)
      if (stdout.total > FLOOD_BYTES) stop('flood')
      if (after === undefined || !('lines' in after)) return
      for (const byte of chunk) if (byte === 10) lines += 1
      if (lines >= after.lines) send()
    }
    child.stderr!.on('data', (chunk: Buffer) => {
      stderr.push(chunk)
      if (stderr.total > FLOOD_BYTES) stop('flood')
    })
    // Like `head`: gone before the first byte is read.
    if (request.reader === 'leaves') child.stdout!.destroy()
    else child.stdout!.on('data', onStdout)
    feed(child, request)
  })
}

function start(request: ProbeRequest): ChildProcess | string {
  const [program = '', ...words] = request.argv
  try {
    return spawn(program, words, {
      stdio: [request.stdin.kind === 'closed' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: request.env,
      ...(request.cwd !== undefined && { cwd: request.cwd }),
      // A group of its own, so that it can be ended with all descendants.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    // Arguments that the system does not accept, such as a list that is too long.
    return (error as NodeJS.ErrnoException).code ?? 'UNKNOWN'
  }
}

function feed(child: ChildProcess, { stdin }: ProbeRequest): void {
  // A child may end without reading all of its input; its exit code says whether that is a failure.
  child.stdin?.on('error', () => {})
  if (stdin.kind === 'text') child.stdin?.end(stdin.text)
}

/** What a probed process finds on its standard input. */
export type ProbeStdin =
  /** The null device: the end of input at once. */
  | { readonly kind: 'closed' }
  /** A pipe that stays open and never gets a byte. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'text'; readonly text: string }

/** How its standard output is read: at once, after a pause, or not to the end. */
export type ProbeReader = 'whole' | 'slow' | 'leaves'

/** A signal to send to the process, and when. */
export interface ProbeSignal {
  readonly name: 'SIGINT' | 'SIGTERM'
  /** After so many lines on stdout, or so many milliseconds. */
  readonly after: { readonly lines: number } | { readonly ms: number }
}

/** One process to look at, without a shell, without retries, without interpretation. */
export interface ProbeRequest {
  readonly argv: readonly string[]
  /** The complete environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly stdin: ProbeStdin
  readonly reader?: ProbeReader
  readonly send?: ProbeSignal
  readonly timeoutMs: number
  /** Bytes kept of each stream, counted from its end. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

/** What a probed process left behind. */
export interface ProbeEnd {
  readonly exitCode: number | null
  /** The signal that ended it. */
  readonly endedBy: NodeJS.Signals | null
  /** Why it was stopped by us; null if it ended alone. */
  readonly stopped: 'timeout' | 'flood' | 'aborted' | null
  /** A system error such as EACCES; null if it started. */
  readonly startError: string | null
  readonly stdout: CapturedStream
  readonly stderr: CapturedStream
  readonly durationMs: number
  /** Milliseconds from the signal to the end; null if none was sent. */
  readonly afterSignalMs: number | null
  /** True when a descendant kept a stream open after the exit, or outlived it. */
  readonly leftBehind: boolean
}
