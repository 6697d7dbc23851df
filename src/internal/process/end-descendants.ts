import { readdirSync, readFileSync } from 'node:fs'

/** How long processes have to end after SIGTERM. */
const GRACE_MS = 1000
const PAUSE_MS = 20

interface Process {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

/**
 * Ends all descendants of this process that are in its process group: SIGTERM, then SIGKILL. A process
 * in a group of its own is meant to stay. Finds processes only where there is /proc.
 */
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
