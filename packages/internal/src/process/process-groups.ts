import { monotonicMs } from '../monotonic.ts'

/** Process groups that are killed when this process ends. */
const alive = new Set<number>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/** Adding and removing listeners costs more than a short run, so they stay for a moment. */
const LINGER_MS = 1000
/** A second Ctrl-C within this time kills all groups at once. */
const DOUBLE_INTERRUPT_MS = 3000
let lastInterrupt = Number.NEGATIVE_INFINITY
let isWatching = false
let lingering: NodeJS.Timeout | undefined

/** Registers a group to be killed when this process ends. */
export function adoptGroup(leader: number): void {
  alive.add(leader)
  if (!isWatching) watch()
}

/** Unregisters a group and kills what is left of it, unless that may stay. */
export function releaseGroup(leader: number, mayStay = false): void {
  if (!alive.delete(leader)) return
  if (!mayStay) signalGroup(leader, 'SIGKILL')
  if (alive.size > 0 || lingering !== undefined) return
  lingering = setTimeout(() => {
    lingering = undefined
    if (alive.size === 0) unwatch()
  }, LINGER_MS).unref()
}

/** Signals every process of a group; returns whether there was one. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  // After most runs the group is gone, and the stack trace is the expensive part of the error.
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal)
    return true
  } catch {
    // ESRCH: the group is gone already. EPERM: it belongs to another user by now.
    return false
  } finally {
    Error.stackTraceLimit = limit
  }
}

function watch(): void {
  isWatching = true
  process.on('exit', killAll)
  // Ours comes first, to count the host's listener before it removes itself.
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

/** Other groups hear no terminal, and the default action skips exit hooks. A host that listens decides itself. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1 + signalExitListeners()) {
    // The second Ctrl-C in a row skips the grace period.
    const now = monotonicMs()
    if (signal === 'SIGINT' && now - lastInterrupt < DOUBLE_INTERRUPT_MS) killAll()
    if (signal === 'SIGINT') lastInterrupt = now
    return
  }
  killAll()
  unwatch()
  process.kill(process.pid, signal)
}

/** Counts the listeners of the package signal-exit, which like ours act only if there are no others. */
function signalExitListeners(): number {
  const emitter: unknown = Reflect.get(globalThis, Symbol.for('signal-exit emitter'))
  const count: unknown =
    typeof emitter === 'object' && emitter !== null ? Reflect.get(emitter, 'count') : 0
  return typeof count === 'number' ? count : 0
}
