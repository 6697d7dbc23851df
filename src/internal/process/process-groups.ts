import { monotonicMs } from '../monotonic.ts'

// An import statement would evaluate every export of the module and load streams for it.
const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')

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

/** How long processes have to end after SIGTERM. */
const GRACE_MS = 1000
const PAUSE_MS = 20

interface Process {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

/** Ends all descendants in the group of this process; one in a group of its own is meant to stay. */
export async function endDescendants(): Promise<void> {
  const found = descendants()
  signalAll(found, 'SIGTERM')
  const deadline = performance.now() + GRACE_MS
  let left = found
  while (left.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    left = descendants()
  }
  signalAll(left, 'SIGKILL')
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended in the meantime.
    }
  }
}

function descendants(): readonly number[] {
  const all = listProcesses()
  const group = all.find(({ pid }) => pid === process.pid)?.group
  const line = new Set([process.pid])
  for (let size = 0; size !== line.size;) {
    size = line.size
    for (const { pid, parent } of all) if (line.has(parent)) line.add(pid)
  }
  line.delete(process.pid)
  return all.filter((each) => line.has(each.pid) && each.group === group).map(({ pid }) => pid)
}

function listProcesses(): readonly Process[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []))
  } catch {
    // There is no /proc on this system.
    return []
  }
}

function readProcess(pid: string): readonly Process[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in brackets and may contain spaces and brackets itself.
    const [state, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return []
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }]
  } catch {
    // It has ended in the meantime.
    return []
  }
}
