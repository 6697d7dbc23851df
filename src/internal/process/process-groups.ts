/** Process groups that this process answers for: they end when it does. */
const alive = new Set<number>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Watching costs more than a short run, so it outlasts one by a moment. */
const LINGER_MS = 1000
/** A second interrupt within this time ends what is left without further asking. */
const IMPATIENCE_MS = 3000
let lastInterrupt = Number.NEGATIVE_INFINITY
let isWatching = false
let lingering: NodeJS.Timeout | undefined

/** Takes responsibility for a group; it dies with this process. */
export function adoptGroup(leader: number): void {
  alive.add(leader)
  if (!isWatching) watch()
}

/** Ends the responsibility for a group, after killing whatever is left of it unless that may stay. */
export function releaseGroup(leader: number, mayStay = false): void {
  if (!alive.delete(leader)) return
  if (!mayStay) signalGroup(leader, 'SIGKILL')
  if (alive.size > 0 || lingering !== undefined) return
  lingering = setTimeout(() => {
    lingering = undefined
    if (alive.size === 0) unwatch()
  }, LINGER_MS).unref()
}

/** Sends a signal to every process of a group; tells whether there was one. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  // After most runs the group is gone, and the trace of an error that nobody reads is what costs.
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal)
    return true
  } catch {
    // ESRCH: the group is gone already, which is what a killer wants. EPERM: it is not ours any more.
    return false
  } finally {
    Error.stackTraceLimit = limit
  }
}

function watch(): void {
  isWatching = true
  process.on('exit', killAll)
  // First in line: a host that stops listening while it handles the signal must still be counted.
  for (const signal of SIGNALS) process.prependListener(signal, onSignal)
}

function unwatch(): void {
  isWatching = false
  process.off('exit', killAll)
  for (const signal of SIGNALS) process.off(signal, onSignal)
}

function killAll(): void {
  for (const leader of alive) signalGroup(leader, 'SIGKILL')
}

/**
 * Children in groups of their own do not get the terminal's signals, and the default action would end
 * this process without its exit hook. Where the host handles the signal itself, it decides what ends.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1 + politeListeners()) {
    // Whoever presses the keys again at once does not wait for anybody's good end.
    const now = performance.now()
    if (signal === 'SIGINT' && now - lastInterrupt < IMPATIENCE_MS) killAll()
    if (signal === 'SIGINT') lastInterrupt = now
    return
  }
  killAll()
  unwatch()
  process.kill(process.pid, signal)
}

/**
 * The package signal-exit acts, as we do, only where nobody else listens; each would wait for the other
 * and the signal would be lost. It keeps count of its listeners under this symbol.
 */
function politeListeners(): number {
  const emitter: unknown = Reflect.get(globalThis, Symbol.for('signal-exit emitter'))
  const count: unknown =
    typeof emitter === 'object' && emitter !== null ? Reflect.get(emitter, 'count') : 0
  return typeof count === 'number' ? count : 0
}
