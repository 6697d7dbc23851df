/** Process groups that this process answers for: they end when it does. */
const alive = new Set<number>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Takes responsibility for a group; it dies with this process. */
export function adoptGroup(leader: number): void {
  if (alive.size === 0) watch()
  alive.add(leader)
}

/** Ends the responsibility for a group, after killing whatever is left of it. */
export function releaseGroup(leader: number): void {
  if (!alive.delete(leader)) return
  signalGroup(leader, 'SIGKILL')
  if (alive.size === 0) unwatch()
}

/** Sends a signal to every process of a group; tells whether there was one. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal)
    return true
  } catch {
    // ESRCH: the group is gone already, which is what a killer wants. EPERM: it is not ours any more.
    return false
  }
}

function watch(): void {
  process.on('exit', killAll)
  for (const signal of SIGNALS) process.on(signal, onSignal)
}

function unwatch(): void {
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
  if (process.listenerCount(signal) > 1) return
  killAll()
  unwatch()
  process.kill(process.pid, signal)
}
