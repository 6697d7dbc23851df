import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { monotonicMs } from '@surety/internal/monotonic.ts'
import type { Place } from './place.ts'
import { activityOf, killAll, MARK } from './process-tree.ts'

/** Who reads stdout: all of it, nobody from the start, nobody after the first bytes, a full disk, or nobody ever. */
export type Reader = 'whole' | 'gone' | 'leaves' | 'full' | 'held'

export interface Launch {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: 'closed' | 'silent'
  readonly reader: Reader
  /** SIGTERM after so many milliseconds, if it still runs. */
  readonly termAfterMs?: number
  readonly signal?: AbortSignal
}

/** How a call ended. A clock alone calls nothing a hang: `waits` means that no process of it used the processor. */
export interface Landing {
  readonly exitCode: number | null
  readonly endedBy: NodeJS.Signals | null
  readonly stopped: 'waits' | 'busy' | 'flood' | 'aborted' | null
  readonly startError: string | null
  readonly durationMs: number
  readonly stdout: Bytes
  readonly stderr: Bytes
  /** Processes that ran on after a regular end. */
  readonly leftBehind: boolean
  /** What a SIGTERM did; null if none was sent because it had ended. */
  readonly term: { readonly isAlive: boolean; readonly orphans: number } | null
}

interface Bytes {
  readonly bytes: Buffer
  readonly total: number
  readonly isCut: boolean
}

const MOST_KEPT = 4 * 1024 * 1024
const FLOOD = 64 * 1024 * 1024
/** Idle so long, it waits for something that does not come. */
const IDLE_MS = 3000
/** At work so long, it is not judged. */
const BUSY_MS = 60_000
/** How long a call may run on after SIGTERM without using the processor, and at most. */
const TERM = { idleMs: 1000, mostMs: 5000 }
const ORPHANS_MS = 1800
const LOOK_MS = 150
/** What a helper in the background may take to end by itself. */
const LEFT_MS = 5000

/** Runs a call with pipes as a shell makes them: what Node calls a pipe is a socket. Ends all that it started. */
export async function launch(place: Place, request: Launch): Promise<Landing> {
  const { stdin, reader, signal } = request
  const mark = randomUUID()
  const startedAt = monotonicMs()
  const out = reader === 'full' ? undefined : openPipe(place.pipe('out'), reader !== 'gone')
  const err = openPipe(place.pipe('err'), true)
  // Open for reading and writing, a pipe neither ends nor has a byte.
  const input = openSync(
    stdin === 'silent' ? place.pipe('in') : '/dev/null',
    stdin === 'silent' ? 'r+' : 'r',
  )
  const output = out?.writer ?? openSync('/dev/full', 'w')
  const started = start(request, mark, [input, output, err.writer])
  const child = typeof started === 'string' ? undefined : started
  let startError = typeof started === 'string' ? started : null
  for (const each of [input, output, err.writer]) closeSync(each)
  const stdout = collect(out, reader)
  const stderr = collect(err, 'whole')
  const isOver = { exit: child === undefined, at: 0 }
  child?.on('error', (error: NodeJS.ErrnoException) => {
    startError = error.code ?? error.message
    isOver.exit = true
  })
  const exited = new Promise<void>((settle) => {
    child?.on('error', () => settle())
    child?.on('exit', () => {
      isOver.exit = true
      isOver.at = monotonicMs()
      settle()
    })
    if (child === undefined) settle()
  })
  const pid = child?.pid ?? 0
  const stopped = await watch(pid, { exited, isOver, stdout, stderr, request, startedAt })
  const term = stopped === 'signal' ? await terminate(pid, mark, isOver) : null
  let leftBehind = false
  if (pid !== 0 && isOver.exit && stopped === null) {
    leftBehind = !(await endsAlone(pid, mark, () => stdout.isOver() && stderr.isOver()))
  }
  if (pid !== 0) killAll([...(activityOf(pid, mark)?.pids ?? []), -pid])
  await Promise.race([exited, wait(1000)])
  // On a busy machine our own reading may be late.
  const readUntil = monotonicMs() + 2000
  while (!(stdout.isOver() && stderr.isOver()) && monotonicMs() < readUntil) await wait(5)
  return {
    exitCode: stopped === null || term !== null ? (child?.exitCode ?? null) : null,
    endedBy: stopped === null || term !== null ? (child?.signalCode ?? null) : null,
    stopped: stopped === 'signal' ? null : signal?.aborted === true ? 'aborted' : stopped,
    startError,
    durationMs: (isOver.at || monotonicMs()) - startedAt,
    stdout: stdout.take(),
    stderr: stderr.take(),
    leftBehind,
    term,
  }
}

/** Starts a process in a session of its own; a text is why there is none. */
function start({ argv, cwd, env }: Launch, mark: string, stdio: number[]): ChildProcess | string {
  try {
    const options = { cwd, env: { ...env, [MARK]: mark }, stdio, detached: true }
    return spawn(argv[0]!, argv.slice(1), options)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

interface Pipe {
  readonly writer: number
  readonly reader: number | undefined
}

function openPipe(path: string, isRead: boolean): Pipe {
  const both = openSync(path, constants.O_RDWR)
  // The end of the child has a description of its own, so that it stays a blocking one.
  const writer = openSync(path, constants.O_WRONLY)
  const reader = isRead ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : undefined
  closeSync(both)
  return { writer, reader }
}

function collect(pipe: Pipe | undefined, reader: Reader) {
  const chunks: Buffer[] = []
  let [total, kept, isOver] = [0, 0, pipe?.reader === undefined]
  const socket = isOver
    ? undefined
    : new Socket({ fd: pipe!.reader!, readable: true, writable: false })
  socket?.on('error', () => {})
  socket?.on('close', () => (isOver = true))
  if (reader !== 'held')
    socket?.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (kept < MOST_KEPT) chunks.push(chunk)
      kept += chunk.length
      if (reader === 'leaves') socket.destroy()
    })
  return {
    total: () => total,
    isOver: () => isOver || reader === 'held',
    take: (): Bytes => {
      socket?.destroy()
      const bytes = Buffer.concat(chunks)
      return { bytes, total, isCut: total > bytes.length }
    },
  }
}

interface Watching {
  readonly exited: Promise<void>
  readonly isOver: { readonly exit: boolean }
  readonly stdout: ReturnType<typeof collect>
  readonly stderr: ReturnType<typeof collect>
  readonly request: Launch
  readonly startedAt: number
}

/** Waits for the end of a call, or finds that it waits, works without end, or is to be told to end. */
async function watch(pid: number, watching: Watching) {
  const { exited, isOver, stdout, stderr, startedAt, request } = watching
  let [idleMs, ticks, seen, at] = [0, -1, 0, monotonicMs()]
  while (!isOver.exit) {
    const clock = new AbortController()
    await Promise.race([exited, wait(LOOK_MS, undefined, { signal: clock.signal }).catch(() => {})])
    clock.abort()
    if (isOver.exit) break
    const now = monotonicMs()
    if (request.termAfterMs !== undefined && now - startedAt >= request.termAfterMs)
      return 'signal' as const
    if (request.signal?.aborted === true) return 'aborted' as const
    const bytes = stdout.total() + stderr.total()
    if (bytes > FLOOD) return 'flood' as const
    const activity = activityOf(pid)
    const isIdle =
      activity !== undefined && !activity.isAtWork && activity.ticks === ticks && bytes === seen
    // A pause of this process says nothing about the other one.
    idleMs = isIdle ? idleMs + Math.min(now - at, 2 * LOOK_MS) : 0
    ;[ticks, seen, at] = [activity?.ticks ?? -1, bytes, now]
    if (idleMs >= IDLE_MS && request.termAfterMs === undefined) return 'waits' as const
    if (now - startedAt > BUSY_MS) return 'busy' as const
  }
  return null
}

/** Sends SIGTERM to the process alone, and looks who is still there. */
async function terminate(pid: number, mark: string, isOver: { readonly exit: boolean }) {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    return null
  }
  const from = monotonicMs()
  let [idleMs, ticks, at] = [0, -1, from]
  while (!isOver.exit && idleMs < TERM.idleMs && at - from < TERM.mostMs) {
    await wait(50)
    const activity = activityOf(pid)
    const now = monotonicMs()
    const isIdle = activity !== undefined && !activity.isAtWork && activity.ticks === ticks
    idleMs = isIdle ? idleMs + Math.min(now - at, 100) : idleMs
    ;[ticks, at] = [activity?.ticks ?? -1, now]
  }
  if (!isOver.exit) return { isAlive: true, orphans: 0 }
  const until = monotonicMs() + ORPHANS_MS
  let left = activityOf(pid, mark)?.pids ?? []
  while (left.length > 0 && monotonicMs() < until) {
    await wait(100)
    left = activityOf(pid, mark)?.pids ?? []
  }
  return { isAlive: false, orphans: left.length }
}

/** Waits until the streams of a call have ended and nothing of it runs, or something runs on. */
async function endsAlone(pid: number, mark: string, isRead: () => boolean): Promise<boolean> {
  const until = monotonicMs() + LEFT_MS
  while (monotonicMs() < until) {
    const left = activityOf(pid, mark)?.pids ?? []
    if (left.length === 0) return true
    await wait(left.length > 0 && isRead() ? 100 : 20)
  }
  return false
}
