import fs from 'node:fs'

import type { Interruption, OutputStream, World } from './world.ts'

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
    isStdinTty: isTty(0),
    isStdoutTty: isTty(1),
    isStderrTty: isTty(2),
    get columns() {
      return isTty(1) ? process.stdout.columns : undefined
    },
    now: () => new Date(),
    monotonic: () => performance.now(),
    readStdin,
    write,
    guardStdout: (onNoise) => guardStdout(onNoise),
    onInterruption,
    abandon: (exitCode) => process.exit(exitCode),
  }
}

const realWriteSync = fs.writeSync

function isTty(fd: number): boolean {
  try {
    // A character device that is no terminal, such as /dev/null, is told apart by the stream.
    if (!fs.fstatSync(fd).isCharacterDevice()) return false
  } catch {
    return false
  }
  return [process.stdin, process.stdout, process.stderr][fd]!.isTTY === true
}

function write(stream: OutputStream, text: string): void | Promise<void> {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > SYNC_WRITE_LIMIT) return writeSlowly(stream, bytes)
  const fd = stream === 'stdout' ? 1 : 2
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

function writeSlowly(stream: OutputStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const target = process[stream]
    const onError = (error: Error): void => reject(error)
    target.once('error', onError)
    const send = realStreamWrite(target) as (chunk: Uint8Array, done: (error?: Error | null) => void) => boolean
    send.call(target, bytes, (error) => {
      if (error) return reject(error)
      target.off('error', onError)
      resolve()
    })
  })
}

const realWrites = new WeakMap<object, NodeJS.WriteStream['write']>()

function realStreamWrite(target: NodeJS.WriteStream): NodeJS.WriteStream['write'] {
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
    realWrites.set(stream, stream.write)
    stream.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
      onNoise(toText(chunk))
      const callback = typeof encoding === 'function' ? encoding : done
      if (typeof callback === 'function') queueMicrotask(callback as () => void)
      return true
    }) as NodeJS.WriteStream['write']
    return stream
  }
  if (property?.get) {
    const get = property.get
    Object.defineProperty(process, 'stdout', { ...property, get: () => patch(get.call(process) as NodeJS.WriteStream) })
  } else patch(process.stdout)
  const endFileGuard = guardFileWrites(onNoise)
  return () => {
    endFileGuard()
    if (property?.get) Object.defineProperty(process, 'stdout', property)
    if (patched) patched.write = realWrites.get(patched)!
  }
}

/** Loggers that write to descriptor 1 without the stream are caught as well. */
function guardFileWrites(onNoise: (text: string) => void): () => void {
  fs.writeSync = ((fd: number, data: unknown, ...rest: unknown[]) => {
    if (fd !== 1) return Reflect.apply(realWriteSync, fs, [fd, data, ...rest])
    const text = toText(data)
    onNoise(text)
    return typeof data === 'string' ? Buffer.byteLength(text) : (data as Uint8Array).byteLength
  }) as typeof fs.writeSync
  return () => {
    fs.writeSync = realWriteSync
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

function onInterruption(callback: (interruption: Interruption) => void): () => void {
  const onSigint = (): void => callback({ kind: 'signal', signal: 'SIGINT' })
  const onSigterm = (): void => callback({ kind: 'signal', signal: 'SIGTERM' })
  const onUncaught = (error: unknown): void => callback({ kind: 'uncaught', error })
  const onEmpty = (): void => callback({ kind: 'stuck' })
  process.on('SIGINT', onSigint)
  process.on('SIGTERM', onSigterm)
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  process.on('beforeExit', onEmpty)
  return () => {
    process.off('SIGINT', onSigint)
    process.off('SIGTERM', onSigterm)
    process.off('uncaughtException', onUncaught)
    process.off('unhandledRejection', onUncaught)
    process.off('beforeExit', onEmpty)
  }
}
