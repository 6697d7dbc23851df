import { monotonicMs } from '../../internal/monotonic.ts'
import type { Interruption, OutputStream, Signal, World } from './world.ts'

// An import statement would evaluate every export of these modules and load streams for it.
const fs = process.getBuiltinModule('node:fs')
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module')

/** The bytes that fit into an empty pipe. More could block the thread, and with it timers and signals. */
const SYNC_WRITE_LIMIT = 32_768

let hasServed = false

/** Creates the world of the running process. */
export function createNodeWorld(argv: readonly string[] = process.argv.slice(2)): World {
  // Only the first run of a process includes its start.
  const startupMs = hasServed ? 0 : Math.round(process.uptime() * 1000)
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
      return isTty(0)
    },
    get isStdoutTty() {
      return isTty(1)
    },
    get isStderrTty() {
      return isTty(2)
    },
    get columns() {
      return isTty(1) ? process.stdout.columns : undefined
    },
    now: () => new Date(),
    monotonic: monotonicMs,
    readStdin,
    write,
    guardStdout: (onNoise) => guardStdout(onNoise),
    guardChildren,
    onInterruption,
    direct: { writeSync: realWriteSync, pending },
    abandon,
  }
}

const realWriteSync = fs.writeSync
const realWrite = fs.write

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
  const mayBlock = written[stream] > SYNC_WRITE_LIMIT && !neverBlocks(fd)
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

/**
 * Tests whether writes never wait for a reader, as for files and /dev/null. Node's stream for these
 * writes through `fs`, where the guard would catch the answer as noise.
 */
function neverBlocks(fd: number): boolean {
  return (files[fd] ??= isFile(fd))
}

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

type OnNoise = Parameters<World['guardStdout']>[0]

const realWrites = new WeakMap<object, NodeJS.WriteStream['write']>()

function realStreamWrite(target: NodeJS.WriteStream): NodeJS.WriteStream['write'] {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  return realWrites.get(target) ?? target.write
}

/**
 * Redirects writes to stdout that do not come from the framework to `onNoise`. The stream is patched
 * on first access, because creating it takes time that most runs can save.
 */
function guardStdout(onNoise: OnNoise): () => void {
  const property = Object.getOwnPropertyDescriptor(process, 'stdout')
  let patched: NodeJS.WriteStream | null = null
  const patch = (stream: NodeJS.WriteStream): NodeJS.WriteStream => {
    if (patched) return stream
    patched = stream
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
    realWrites.set(stream, stream.write)
    stream.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
      onNoise(toText(chunk), chunk as Uint8Array)
      const callback = typeof encoding === 'function' ? encoding : done
      if (typeof callback === 'function') queueMicrotask(callback as () => void)
      return true
    }
    // A library that ends the stream must not end it for the answer too.
    stream.end = ((...given: Parameters<typeof stream.write>) => {
      if (given.length > 0 && typeof given[0] !== 'function') stream.write(...given)
      return stream
    }) as typeof stream.end
    return stream
  }
  if (property?.get) {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
    const get = property.get
    Object.defineProperty(process, 'stdout', {
      ...property,
      get: () => patch(get.call(process) as NodeJS.WriteStream),
    })
  } else patch(process.stdout)
  const endFileGuard = guardFileWrites(onNoise)
  return () => {
    endFileGuard()
    if (property?.get) Object.defineProperty(process, 'stdout', property)
    if (patched) {
      patched.write = realWrites.get(patched)!
      // Deleting the patch uncovers the method of the stream's class.
      delete (patched as Partial<NodeJS.WriteStream>).end
    }
  }
}

/** Redirects writes to descriptor 1 through `fs`, as some loggers make them. */
function guardFileWrites(onNoise: OnNoise): () => void {
  noticed = onNoise
  const caught = (data: unknown, rest: readonly unknown[]): number => {
    const [offset, length] = typeof data === 'object' ? (rest as [unknown, unknown]) : []
    const start = typeof offset === 'number' ? offset : 0
    const bytes = typeof data === 'string' ? Buffer.from(data) : (data as Uint8Array)
    const part = bytes.subarray(start, typeof length === 'number' ? start + length : undefined)
    onNoise(toText(part), part)
    return part.byteLength
  }
  fs.writeSync = ((fd: number, data: unknown, ...rest: unknown[]) => {
    if (fd !== 1) return Reflect.apply(realWriteSync, fs, [fd, data, ...rest])
    return caught(data, rest)
  }) as typeof fs.writeSync
  fs.write = ((fd: number, data: unknown, ...rest: unknown[]) => {
    if (fd !== 1) return Reflect.apply(realWrite, fs, [fd, data, ...rest])
    const size = caught(data, rest)
    const done = rest.findLast((value) => typeof value === 'function')
    queueMicrotask(() =>
      (done as ((...results: unknown[]) => void) | undefined)?.(null, size, data),
    )
  }) as typeof fs.write
  const both = ['writeFile', 'appendFile']
  const writing = [...both, 'writeFileSync', 'appendFileSync', 'writevSync']
  const endRedirections = [
    redirect(fs, writing, 2, onNoise),
    redirect(fs, ['open', 'openSync'], '/dev/stderr', onNoise),
    // Promises take no descriptor.
    redirect(fs.promises, [...both, 'open'], '/dev/stderr', onNoise),
  ]
  syncBuiltinESMExports()
  return () => {
    fs.writeSync = realWriteSync
    fs.write = realWrite
    for (const end of endRedirections) end()
    // Deferred, because a process that is about to end can skip it.
    setImmediate(syncBuiltinESMExports).unref()
  }
}

/**
 * Redirects functions that reach stdout by its number or its path to another target; returns a function
 * that undoes it.
 */
function redirect(
  module: object,
  names: readonly string[],
  stderr: number | string,
  onNoise: (text: string) => void,
): () => void {
  const functions = module as Record<string, (...given: unknown[]) => unknown>
  const real = Object.fromEntries(names.map((name) => [name, functions[name]!]))
  for (const name of names) {
    functions[name] = (target, ...rest) => {
      const isStdout = target === 1 || STDOUT_PATH.test(String(target))
      if (isStdout) onNoise('')
      return real[name]!(isStdout ? stderr : target, ...rest)
    }
  }
  return () => void Object.assign(functions, real)
}

const STDOUT_PATH = /^\/(?:dev\/(?:stdout|fd\/1)|proc\/self\/fd\/1)$/

/**
 * Redirects the output of children that inherit stdout. Loads nothing in a process that has not loaded
 * `node:child_process`; at a terminal children keep it, because an editor needs it.
 */
function guardChildren(): void | Promise<void> {
  const { moduleLoadList = [] } = process as { readonly moduleLoadList?: readonly string[] }
  if (isTty(1) || !moduleLoadList.includes('NativeModule child_process')) return
  return import('./guard-children.ts').then((guard) => guard.guardChildren(() => noticed('')))
}

let noticed: (text: string) => void = () => {}

function toText(chunk: unknown): string {
  return typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8')
}

async function readStdin(limitBytes: number): Promise<Uint8Array> {
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

/** Adds the handlers to the process and returns a function that removes them. */
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
    if (notify({ kind: 'uncaught', error })) return
    removeUnusedHandlers()
    throw error
  }
  const onEmpty = (): void => void notify({ kind: 'stuck' })
  // First, because a listener of the program may exit or throw.
  for (const signal of SIGNALS) process.prependListener(signal, onSignal)
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  process.on('beforeExit', onEmpty)
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
    process.off('uncaughtException', onUncaught)
    process.off('unhandledRejection', onUncaught)
    process.off('beforeExit', onEmpty)
  }
}
