import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

import { createCappedBytes } from './capped-bytes.ts'
import { innermost, MARK, readMarks } from './attempt-mark.ts'
import { findMarked, signalMarked } from './marked-processes.ts'
import { adoptGroup, releaseGroup, signalGroup } from './process-groups.ts'

/** A process to run: words, never a shell. */
export interface SpawnRequest {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Milliseconds until the group is asked to end. */
  readonly timeoutMs: number
  /** Milliseconds between asking and killing. */
  readonly graceMs: number
  /** Milliseconds for which streams that somebody else holds open are read after the exit. */
  readonly drainMs: number
  /** Bytes kept of each stream, counted from its end. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  readonly onStderr?: (chunk: Uint8Array) => void
}

/** What is left of a stream. */
export interface CapturedStream {
  readonly bytes: Uint8Array
  readonly total: number
  readonly isCut: boolean
}

/** How a process ended; a failure to start is one of the ways. */
export interface ProcessEnd {
  readonly kind: 'exited' | 'signalled' | 'timed_out' | 'aborted' | 'not_started'
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** The system's name for why it did not start, such as ENOENT. */
  readonly startError: string | null
  readonly stdout: CapturedStream
  readonly stderr: CapturedStream
  /** True when a descendant kept a stream open after the exit. */
  readonly leftBehind: boolean
  readonly pid: number | null
  readonly durationMs: number
}

/** Runs one process to its end: never throws, never hangs, leaves no member of its group alive. */
export function runProcess(request: SpawnRequest): Promise<ProcessEnd> {
  const startedAt = performance.now()
  const stdout = createCappedBytes(request.maxBytes)
  const stderr = createCappedBytes(request.maxBytes)
  const end = (facts: Partial<ProcessEnd>): ProcessEnd => ({
    kind: 'exited',
    exitCode: null,
    signal: null,
    startError: null,
    leftBehind: false,
    pid: null,
    ...facts,
    stdout: { bytes: stdout.take(), total: stdout.total, isCut: stdout.isCut },
    stderr: { bytes: stderr.take(), total: stderr.total, isCut: stderr.isCut },
    durationMs: performance.now() - startedAt,
  })
  if (request.signal?.aborted === true) return Promise.resolve(end({ kind: 'aborted' }))
  return new Promise((resolve) => {
    const child = start(request)
    if (typeof child === 'string') {
      resolve(end({ kind: 'not_started', startError: child }))
      return
    }
    const { pid } = child
    if (pid !== undefined) adoptGroup(pid)
    let cause: 'timed_out' | 'aborted' | undefined
    let timer: NodeJS.Timeout | undefined
    let exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined

    // A leader that left its own group is still known by its number, and whoever started a session of
    // its own by the mark of the attempt.
    const send = (leader: number, signal: NodeJS.Signals) => {
      if (!signalGroup(leader, signal)) child.kill(signal)
      signalMarked(escaped(request.env), signal)
    }
    const stop = (why: 'timed_out' | 'aborted') => {
      if (cause !== undefined || exit !== undefined || pid === undefined) return
      cause = why
      clearTimeout(timer)
      send(pid, 'SIGTERM')
      // Whoever is suspended would hear of it only after waking up.
      signalGroup(pid, 'SIGCONT')
      timer = setTimeout(() => {
        send(pid, 'SIGKILL')
        // A process stuck in the kernel cannot die; the caller must not wait for it.
        timer = setTimeout(abandon, request.drainMs + 1000)
      }, request.graceMs)
    }
    const onAbort = () => stop('aborted')
    const finish = (facts: Partial<ProcessEnd>) => {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', onAbort)
      if (pid !== undefined) releaseGroup(pid)
      // After a good end a daemon may stay, as it is meant to; after a stop nobody does.
      if (cause !== undefined) signalMarked(escaped(request.env), 'SIGKILL')
      resolve(end({ pid: pid ?? null, ...facts }))
    }

    timer = setTimeout(() => stop('timed_out'), request.timeoutMs)
    request.signal?.addEventListener('abort', onAbort, { once: true })
    child.stdout.on('data', (chunk: Uint8Array) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Uint8Array) => {
      stderr.push(chunk)
      try {
        request.onStderr?.(chunk)
      } catch {
        // Thrown from a stream's listener it would end the whole process; the bytes are kept anyway.
      }
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      // Errors after the start concern signals that were not delivered; the exit still comes.
      if (pid === undefined) finish({ kind: 'not_started', startError: whyNot(error, request) })
    })
    const finishExited = (leftBehind: boolean) =>
      finish({
        kind: cause ?? (exit?.signal == null ? 'exited' : 'signalled'),
        exitCode: exit?.code ?? null,
        signal: exit?.signal ?? null,
        leftBehind,
      })
    const abandon = () => {
      child.removeAllListeners('close')
      child.stdout.destroy()
      child.stderr.destroy()
      child.unref()
      finishExited(true)
    }
    child.on('exit', (code, signal) => {
      exit = { code, signal }
      clearTimeout(timer)
      // Whoever still holds the streams gets a moment to be heard, then is killed with the group.
      timer = setTimeout(abandon, request.drainMs)
    })
    child.on('close', () => {
      if (pid !== undefined) finishExited(false)
    })
  })
}

/** Finds everybody who belongs to the attempt, members of its group or not. */
function escaped(env: NodeJS.ProcessEnv) {
  const mark = innermost(env[MARK] ?? '')
  return readMarks(mark).length === 0 ? [] : findMarked((value) => value.split('/').includes(mark))
}

function start(request: SpawnRequest) {
  const [program = '', ...words] = request.argv
  try {
    return spawn(program, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: request.env,
      ...(request.cwd !== undefined && { cwd: request.cwd }),
      shell: false,
      // Leader of a group of its own, so that the whole family can be ended at once. On Windows the
      // flag would open a console window instead.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    // Arguments that the system cannot take at all, such as a list that is too long.
    return whyNot(error as NodeJS.ErrnoException, request)
  }
}

/** A missing folder, a missing program and a missing interpreter look alike to the system's caller. */
function whyNot(error: NodeJS.ErrnoException, { cwd, argv, env }: SpawnRequest): string {
  if (error.code !== 'ENOENT') return error.code ?? 'UNKNOWN'
  if (cwd !== undefined && !existsSync(cwd)) return 'FOLDER'
  const [program = ''] = argv
  const places = program.includes('/')
    ? [resolve(cwd ?? '.', program)]
    : (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder || '.', program))
  return places.some((place) => existsSync(place)) ? 'INTERPRETER' : 'ENOENT'
}
