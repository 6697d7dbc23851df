import type { World } from './world.ts'

// An import statement would evaluate every export of these modules and load streams for it.
const fs = process.getBuiltinModule('node:fs')
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module')

/** The original function of Node, for the answer. */
export const realWriteSync = fs.writeSync
const realWrite = fs.write

type OnNoise = Parameters<World['guardStdout']>[0]

const realWrites = new WeakMap<object, NodeJS.WriteStream['write']>()

/** Returns what writes to a stream, whether it is guarded or not. */
export function realStreamWrite(target: NodeJS.WriteStream): NodeJS.WriteStream['write'] {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  return realWrites.get(target) ?? target.write
}

/** Redirects foreign writes to stdout. The stream is patched on first access, because creating it takes time. */
export function guardStdout(onNoise: OnNoise): () => void {
  const property = Object.getOwnPropertyDescriptor(process, 'stdout')
  let patched: NodeJS.WriteStream | null = null
  const patch = (stream: NodeJS.WriteStream): NodeJS.WriteStream => {
    if (patched) return stream
    patched = stream
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
    realWrites.set(stream, stream.write)
    takeWrites(stream, () => onNoise)
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

/** Gives what is written to a stream to the guard of the code that writes it, if any; returns what undoes this. */
export function takeWrites(
  stream: NodeJS.WriteStream,
  guardOf: (chunk: unknown) => OnNoise | undefined,
): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  const original = stream.write
  const patched: typeof stream.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
    const onNoise = guardOf(chunk)
    if (!onNoise) return Reflect.apply(original, stream, [chunk, encoding, done]) as boolean
    onNoise(toText(chunk), chunk as Uint8Array)
    const callback = typeof encoding === 'function' ? encoding : done
    if (typeof callback === 'function') queueMicrotask(callback as () => void)
    return true
  }
  stream.write = patched
  return () => {
    // Somebody who patched the stream later keeps their patch; ours passes everything on by now.
    if (stream.write === patched) stream.write = original
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

/** Redirects functions that reach stdout by its number or its path; returns what undoes it. */
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

/** Guards children once `node:child_process` is loaded; at a terminal an editor needs what it inherits. */
export function guardChildren(isTerminal: boolean): void | Promise<void> {
  const { moduleLoadList = [] } = process as { readonly moduleLoadList?: readonly string[] }
  if (isTerminal || !moduleLoadList.includes('NativeModule child_process')) return
  return import('./guard-children.ts').then((guard) => guard.guardChildren(() => noticed('')))
}

let noticed: (text: string) => void = () => {}

function toText(chunk: unknown): string {
  return typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8')
}
