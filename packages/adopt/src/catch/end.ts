import { replace } from './replace.ts'

/** How a process ends. */
export interface End {
  readonly exit: number
  readonly signal?: NodeJS.Signals
}

type Emit = (this: unknown, event: unknown, ...given: unknown[]) => unknown
type Exit = (code?: number | string | null) => never

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `atEnd` once, after all that listens to the end, and ends the process with the number that it gives. What sets
 * `process.emit` or `process.reallyExit` later is wrapped in turn, since `signal-exit` and the like keep the old function.
 */
export function catchEnd(atEnd: (end: End) => number, hear: (error: unknown) => void): () => void {
  let depth = 0
  let hasEnded = false
  /** A listener to the end threw: what it threw is heard next, and then the process ends. */
  let hasThrown = false
  const finish = (end: End): void => {
    if (hasEnded) return
    hasEnded = true
    // What the system keeps of a number: 255 of -1.
    process.exitCode = atEnd({ ...end, exit: end.exit & 0xff })
  }
  wrapSetter<Emit>(
    'emit',
    (inner) =>
      function emit(event, ...given) {
        if (event === 'uncaughtExceptionMonitor') {
          hear(given[0])
          if (hasThrown) finish({ exit: Number(process.exitCode ?? 1) })
        }
        if (event !== 'exit' || hasEnded) return inner.call(this, event, ...given)
        depth++
        hasThrown = true
        try {
          const did = inner.call(this, event, ...given)
          hasThrown = false
          return did
        } finally {
          depth--
          if (depth === 0 && !hasThrown) finish({ exit: Number(process.exitCode ?? given[0] ?? 0) })
        }
      },
  )
  wrapSetter<Exit>(
    'reallyExit',
    (inner, isLater) =>
      function reallyExit(this: unknown, code) {
        // One that was set later ends in the one before it.
        if (isLater) return inner.call(this, code)
        finish({ exit: Number(code ?? 0) })
        return inner.call(this, process.exitCode ?? code)
      },
  )
  const stop = catchSignals((signal) => finish({ exit: 128, signal }))
  return () => {
    hasEnded = true
    stop()
  }
}

/** Replaces a function of the process by a place that wraps whatever is set to it. */
function wrapSetter<Fn extends (...given: never[]) => unknown>(
  name: 'emit' | 'reallyExit',
  make: (inner: Fn, isLater: boolean) => Fn,
): void {
  const inners = new WeakMap<object, Fn>()
  const wrapped = (inner: Fn, isLater: boolean) => {
    const known = inners.get(inner)
    const outer = make(known ?? inner, isLater && !known)
    inners.set(outer, known ?? inner)
    return outer
  }
  let current = wrapped((process as unknown as Record<string, Fn>)[name]!, false)
  replace(process, name, {
    enumerable: true,
    get: () => current,
    set: (fn: Fn) =>
      (current = typeof fn === 'function' && !inners.has(fn) ? wrapped(fn, true) : fn),
  })
}

/** Ends by a signal that nobody else handles; the listeners for that are hidden. */
function catchSignals(onSignal: (signal: NodeJS.Signals) => void): () => void {
  const own = new Map<string | symbol, (signal: NodeJS.Signals) => void>()
  const isOwn = (listener: unknown) => [...own.values()].includes(listener as never)
  const listen = (signal: NodeJS.Signals) => {
    const listener = () => {
      if (process.listenerCount(signal) > 0) return
      onSignal(signal)
      stop()
      process.kill(process.pid, signal)
    }
    own.set(signal, listener)
    process.on(signal, listener)
  }
  const stop = () => {
    for (const [signal, listener] of own) process.removeListener(signal, listener as never)
    own.clear()
  }
  const listeners = process.listeners.bind(process)
  const rawListeners = process.rawListeners.bind(process)
  const method = (name: string, value: unknown) =>
    replace(process, name, { value, writable: true, enumerable: false })
  const others = (all: readonly unknown[]) => all.filter((listener) => !isOwn(listener))
  method('listeners', (event: never) => others(listeners(event)))
  method('rawListeners', (event: never) => others(rawListeners(event)))
  method('listenerCount', (event: never) => others(listeners(event)).length)
  method('removeAllListeners', (...given: readonly (string | symbol)[]) => {
    // Those of Node itself, by which a listener for a signal becomes one, would not come back.
    const all = process
      .eventNames()
      .filter((name) => !/^(?:new|remove)Listener$/.test(String(name)))
    for (const event of given.length > 0 ? given : all)
      for (const listener of others(rawListeners(event as never)))
        process.removeListener(event, listener as never)
    return process
  })
  for (const signal of SIGNALS) listen(signal)
  return stop
}
