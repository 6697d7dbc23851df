import type { Interruption, OutputStream, Signal, World } from './world.ts'

// Importing these would make Node read every export of each, and load streams and more for it.
const fs = process.getBuiltinModule('node:fs')
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module')

/** Above it writes go through the stream, so that a slow reader cannot block signals. */
const SYNC_WRITE_LIMIT = 32_768

/** Makes the world of the running process. */
export function createNodeWorld(argv: readonly string[] = process.argv.slice(2)): World {
  return {
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
    monotonic: () => {
      // The performance object is loaded on first use, which is no bargain for one clock.
      const [seconds, nanoseconds] = process.hrtime()
      return seconds * 1000 + nanoseconds / 1e6
    },
    readStdin,
    write,
    guardStdout: (onNoise) => guardStdout(onNoise),
    onInterruption,
    direct: { writeSync: realWriteSync, pending: slow },
    abandon,
  }
}

const realWriteSync = fs.writeSync
const realWrite = fs.write

const ttys: (boolean | undefined)[] = []

function isTty(fd: number): boolean {
  return (ttys[fd] ??= looksLikeTty(fd) && process.getBuiltinModule('node:tty').isatty(fd))
}

/** Tells pipes, files and /dev/null apart from terminals without loading what knows terminals. */
function looksLikeTty(fd: number): boolean {
  try {
    const stats = fs.fstatSync(fd)
    const isMemoryDevice = process.platform === 'linux' && Math.trunc(stats.rdev / 256) === 1
    return stats.isCharacterDevice() && !isMemoryDevice
  } catch {
    // A descriptor that is closed is no terminal.
    return false
  }
}

/** What is still on its way through a stream; what comes later must not overtake it. */
const slow: Record<OutputStream, Uint8Array[]> = { stdout: [], stderr: [] }

function write(stream: OutputStream, text: string | Uint8Array): void | Promise<void> {
  if (stream === 'stdout') return writeTo(stream, text)
  try {
    // Nobody can be told that stderr is full or gone, and no answer depends on what is said there.
    return writeTo(stream, text)?.catch(() => {})
  } catch {
    // See above.
  }
}

function writeTo(stream: OutputStream, text: string | Uint8Array): void | Promise<void> {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
  const fd = stream === 'stdout' ? 1 : 2
  const isSlow = bytes.length > SYNC_WRITE_LIMIT && !takesAtOnce(fd)
  if (isSlow || slow[stream].length > 0) return writeSlowly(stream, bytes)
  let at = 0
  while (at < bytes.length) {
    try {
      at += realWriteSync(fd, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EINTR') continue
      // The pipe is full and set not to block: the stream knows how to wait.
      if (code === 'EAGAIN') return writeSlowly(stream, bytes.subarray(at))
      throw error
    }
  }
}

const files: (boolean | undefined)[] = []

/**
 * Files and /dev/null have no reader to wait for. Node's own stream for them would write by the very
 * function that catches noise.
 */
function takesAtOnce(fd: number): boolean {
  return (files[fd] ??= isFile(fd))
}

function isFile(fd: number): boolean {
  try {
    const stats = fs.fstatSync(fd)
    return stats.isFile() || (stats.isCharacterDevice() && !isTty(fd))
  } catch {
    // A closed descriptor makes no one wait: writing to it says so, where a stream would be silent.
    return true
  }
}

function writeSlowly(stream: OutputStream, bytes: Uint8Array): Promise<void> {
  slow[stream].push(bytes)
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
    slow[stream].shift()
  })
}

/** Ends the process now: pending output, timers and listeners are dropped. */
function abandon(exitCode: number): void {
  ;(process as unknown as { reallyExit(code: number): void }).reallyExit(exitCode)
}

const realWrites = new WeakMap<object, NodeJS.WriteStream['write']>()

function realStreamWrite(target: NodeJS.WriteStream): NodeJS.WriteStream['write'] {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  return realWrites.get(target) ?? target.write
}

/**
 * Sends to `onNoise` whatever anybody but the framework writes to stdout. The stream is patched when
 * it is first touched, because making it costs time that most runs need not spend.
 */
function guardStdout(onNoise: (text: string) => void): () => void {
  const property = Object.getOwnPropertyDescriptor(process, 'stdout')
  let patched: NodeJS.WriteStream | null = null
  const patch = (stream: NodeJS.WriteStream): NodeJS.WriteStream => {
    if (patched) return stream
    patched = stream
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
    realWrites.set(stream, stream.write)
    stream.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
      onNoise(toText(chunk))
      const callback = typeof encoding === 'function' ? encoding : done
      if (typeof callback === 'function') queueMicrotask(callback as () => void)
      return true
    }
    // Who ends the stream would end it for the answer too.
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
      // What is left is the stream's own method, which it has from its class.
      delete (patched as Partial<NodeJS.WriteStream>).end
    }
  }
}

/** Loggers that write to descriptor 1 without the stream are caught as well. */
function guardFileWrites(onNoise: (text: string) => void): () => void {
  const caught = (data: unknown, rest: readonly unknown[]): number => {
    const [offset, length] = typeof data === 'object' ? (rest as [unknown, unknown]) : []
    const start = typeof offset === 'number' ? offset : 0
    const bytes = typeof data === 'string' ? Buffer.from(data) : (data as Uint8Array)
    const part = bytes.subarray(start, typeof length === 'number' ? start + length : undefined)
    onNoise(toText(part))
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
  syncBuiltinESMExports()
  return () => {
    fs.writeSync = realWriteSync
    fs.write = realWrite
    // A process that ends now need not wait for every import to be put right again.
    setImmediate(syncBuiltinESMExports).unref()
  }
}

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

type Listener = (interruption: Interruption) => void

/** Whoever listens, the latest last; the process itself is listened to once for all of them. */
const listeners = new Set<Listener>()
let stopHearing: (() => void) | null = null

function onInterruption(callback: Listener): () => void {
  listeners.add(callback)
  stopHearing ??= hear()
  return () => {
    listeners.delete(callback)
    // Most often the process is about to end, or somebody else listens at once; neither pays for it.
    if (listeners.size === 0) setImmediate(hearNoMore).unref()
  }
}

function hearNoMore(): void {
  if (listeners.size > 0) return
  stopHearing?.()
  stopHearing = null
}

function hear(): () => void {
  const tell = (interruption: Interruption): boolean => {
    const isHeard = listeners.size > 0
    for (const listener of listeners) listener(interruption)
    return isHeard
  }
  const onSignal = (signal: Signal): void => {
    if (tell({ kind: 'signal', signal })) return
    // Nobody listens any more, so the signal does what it does to any process.
    hearNoMore()
    process.kill(process.pid, signal)
  }
  const onUncaught = (error: unknown): void => {
    if (tell({ kind: 'uncaught', error })) return
    hearNoMore()
    throw error
  }
  const onEmpty = (): void => void tell({ kind: 'stuck' })
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  process.on('beforeExit', onEmpty)
  return () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    process.off('uncaughtException', onUncaught)
    process.off('unhandledRejection', onUncaught)
    process.off('beforeExit', onEmpty)
  }
}
