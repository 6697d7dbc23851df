import { defect } from '../../contract/index.ts'
import { monotonicMs } from '@surety/internal/monotonic.ts'
import { isAgent } from '@surety/internal/process/agent-caller.ts'
import { Noise } from './noise.ts'
import { guardChildren, guardStdout, realStreamWrite, realWriteSync } from './stdout-guard.ts'
import type { Interruption, OutputStream, Signal, World } from './world.ts'

// An import statement would evaluate every export of the module and load streams for it.
const fs = process.getBuiltinModule('node:fs')

/** The bytes that fit into an empty pipe. More could block the thread, and with it timers and signals. */
const SYNC_WRITE_LIMIT = 32_768

let hasServed = false

export function createNodeWorld(argv: readonly string[] = process.argv.slice(2)): World {
  // Only the first run of a process includes its start.
  const startupMs = hasServed ? 0 : Math.round(process.uptime() * 1000)
  if (!hasServed) interceptExitCalls()
  hasServed = true
  return {
    startupMs,
    argv,
    env: process.env,
    get cwd() {
      return process.cwd()
    },
    platform: process.platform,
    get isStdinTty() {
      return isPersonAt(0)
    },
    get isStdoutTty() {
      return isPersonAt(1)
    },
    get isStderrTty() {
      return isPersonAt(2)
    },
    get columns() {
      return isPersonAt(1) ? process.stdout.columns : undefined
    },
    now: () => new Date(),
    monotonic: monotonicMs,
    readStdin,
    write,
    guardStdout,
    guardChildren: () => guardChildren(isPersonAt(1)),
    onInterruption,
    direct: { writeSync: realWriteSync, pending },
    abandon,
  }
}

/** Tests for a terminal with a person; an agent at one is answered as through a pipe. */
function isPersonAt(fd: number): boolean {
  return isTty(fd) && !isAgent(process.env)
}

const ttys: (boolean | undefined)[] = []

function isTty(fd: number): boolean {
  return (ttys[fd] ??= looksLikeTty(fd) && process.getBuiltinModule('node:tty').isatty(fd))
}

/** Rules out pipes, files and /dev/null without loading `node:tty`. */
function looksLikeTty(fd: number): boolean {
  try {
    const stats = fs.fstatSync(fd)
    const isMemoryDevice = process.platform === 'linux' && Math.trunc(stats.rdev / 256) === 1
    return stats.isCharacterDevice() && !isMemoryDevice
  } catch {
    // A closed descriptor is not a terminal.
    return false
  }
}

/** Chunks that the streams have not written yet; later writes must wait for them. */
const pending: Record<OutputStream, Uint8Array[]> = { stdout: [], stderr: [] }

const written: Record<OutputStream, number> = { stdout: 0, stderr: 0 }

function write(stream: OutputStream, text: string | Uint8Array): void | Promise<void> {
  if (stream === 'stdout') return writeTo(stream, text)
  try {
    // An error of stderr can be reported nowhere, and the answer does not depend on it.
    return writeTo(stream, text)?.catch(() => {})
  } catch {
    // Ignored for the same reason.
  }
}

function writeTo(stream: OutputStream, text: string | Uint8Array): void | Promise<void> {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
  const fd = stream === 'stdout' ? 1 : 2
  written[stream] += bytes.length
  const mayBlock = written[stream] > SYNC_WRITE_LIMIT && !(files[fd] ??= isFile(fd))
  const isLarge = mayBlock && bytes.length > SYNC_WRITE_LIMIT
  if (isLarge || pending[stream].length > 0) return writeToStream(stream, bytes)
  // The stream of a pipe makes its descriptor non-blocking, also for the small writes below.
  if (mayBlock) realStreamWrite(process[stream])
  let at = 0
  while (at < bytes.length) {
    try {
      at += realWriteSync(fd, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EINTR') continue
      // The pipe is full and non-blocking; the stream waits until it has room.
      if (code === 'EAGAIN') return writeToStream(stream, bytes.subarray(at))
      throw error
    }
  }
}

const files: (boolean | undefined)[] = []

/** Files and /dev/null: Node's stream for these writes through `fs`, where the guard would catch the answer as noise. */
function isFile(fd: number): boolean {
  try {
    const stats = fs.fstatSync(fd)
    return stats.isFile() || (stats.isCharacterDevice() && !isTty(fd))
  } catch {
    // A direct write to a closed descriptor fails, while a stream would ignore the error.
    return true
  }
}

function writeToStream(stream: OutputStream, bytes: Uint8Array): Promise<void> {
  pending[stream].push(bytes)
  return new Promise<void>((resolve, reject) => {
    const target = process[stream]
    const onError = (error: Error): void => reject(error)
    target.once('error', onError)
    const send = realStreamWrite(target) as (
      chunk: Uint8Array,
      done: (error?: Error | null) => void,
    ) => boolean
    send.call(target, bytes, (error) => {
      if (error) return reject(error)
      target.off('error', onError)
      resolve()
    })
  }).finally(() => {
    pending[stream].shift()
  })
}

/** Ends the process at once and drops pending output, timers and listeners. */
function abandon(exitCode: number): void {
  ;(process as unknown as { reallyExit(code: number): void }).reallyExit(exitCode)
}

async function readStdin(limitBytes: number): Promise<Uint8Array> {
  // An agent that has a terminal types nothing there.
  if (isTty(0)) return new Uint8Array()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > limitBytes) break
  }
  return Buffer.concat(chunks)
}

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

type Listener = (interruption: Interruption) => void

/** All listeners; they share one set of handlers on the process. */
const listeners = new Set<Listener>()
let removeHandlers: (() => void) | null = null

function onInterruption(callback: Listener): () => void {
  listeners.add(callback)
  removeHandlers ??= addHandlers()
  return () => {
    listeners.delete(callback)
    // Deferred, because usually the process ends now or another listener follows at once.
    if (listeners.size === 0) setImmediate(removeUnusedHandlers).unref()
  }
}

function removeUnusedHandlers(): void {
  if (listeners.size > 0) return
  removeHandlers?.()
  removeHandlers = null
}

function addHandlers(): () => void {
  /** Returns whether there was a listener. */
  const notify = (interruption: Interruption): boolean => {
    const isHandled = listeners.size > 0
    for (const listener of listeners) listener(interruption)
    return isHandled
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    if (notify({ kind: 'signal', signal: signal as Signal })) return
    // Without listeners the signal must have its default effect.
    removeUnusedHandlers()
    process.kill(process.pid, signal)
  }
  const onUncaught = (error: unknown): void => {
    // The call of process.exit() was told when it was made; here it is thrown out of a promise that nobody awaits.
    // Before one was made there is none: what was thrown may be undefined, too.
    if (lastExit !== undefined && error === lastExit) return
    if (!notify({ kind: 'uncaught', error })) {
      removeUnusedHandlers()
      throw error
    }
    isTellingListeners = true
    process.nextTick(() => void (isTellingListeners = false))
  }
  const onEmpty = (): void => void notify({ kind: 'stuck' })
  // First, because a listener of the program may exit or throw.
  for (const signal of SIGNALS) process.prependListener(signal, onSignal)
  process.prependListener('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  process.on('beforeExit', onEmpty)
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
    process.off('uncaughtException', onUncaught)
    process.off('unhandledRejection', onUncaught)
    process.off('beforeExit', onEmpty)
  }
}

let lastExit: Error | undefined

/** Whether an uncaught error is told to listeners of the program, whose own errors nobody can catch. */
let isTellingListeners = false

/** Turns `process.exit()` into an interruption, so that nobody can end the process before the answer is written. */
function interceptExitCalls(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the process as this
  const exit = process.exit
  process.exit = (code?: number | string | null): never => {
    if (listeners.size === 0) return exit.call(process, code)
    // The error that it was called for has been told. One that is thrown here would end the process without an answer.
    if (isTellingListeners) return undefined as never
    const error = (lastExit = exitCalled(code))
    for (const listener of listeners) listener({ kind: 'uncaught', error })
    // Callers rely on process.exit() not returning.
    throw error
  }
}

/** The error that stands for a call of `process.exit()`; it has the number that the process would end with. */
export function exitCalled(code: number | string | null | undefined): Error {
  return Object.assign(
    defect(
      'EXIT_CALLED',
      `process.exit(${code ?? ''}) was called; return data or call fail() instead`,
    ),
    { exitCode: code ?? process.exitCode },
  )
}

/** How long files that a handler wrote without waiting may take after the answer. */
const FILES_MS = 3000

/** Ends the process after its answer, whatever socket or timer a handler forgot. Node waits for the threads of its pool. */
export async function endProcess(world: World, exitCode: number): Promise<void> {
  callExitListeners(world, exitCode)
  const end = monotonicMs() + FILES_MS
  while (isFileBusy() && monotonicMs() < end) await new Promise((resolve) => setTimeout(resolve, 5))
  world.abandon(exitCode)
}

function isFileBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}

/** Calls the `exit` listeners, which release what Node does not; the exit code is decided by now. */
function callExitListeners(world: World, exitCode: number): void {
  process.exitCode = exitCode
  for (const listener of process.listeners('exit')) {
    try {
      listener.call(process, exitCode)
    } catch (error) {
      void world.write('stderr', `[ERROR] exit listener: ${String(error)}\n`)
    }
  }
}

/** The guard of the process before `serve()` is called; does nothing unless `surety/guard` is imported. */
export const earlyGuard = {
  /** Ends the guard and returns what was printed to stdout so far. */
  end: (): Noise => new Noise(),
}
