import { monotonicMs } from '../monotonic.ts'
import { namesIn, textIn } from '../own-folder.ts'

/** How long processes have to end after SIGTERM. */
const GRACE_MS = 1000
const PAUSE_MS = 20

/** Ends all descendants in the group of this process; one in a group of its own is meant to stay. */
export async function endDescendants(): Promise<void> {
  let left = descendants()
  signalAll(left, 'SIGTERM')
  const deadline = monotonicMs() + GRACE_MS
  while (left.length > 0 && monotonicMs() < deadline) {
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
  const numbers = namesIn('/proc').filter((name) => /^\d+$/.test(name))
  const all = numbers.map((pid) => ({ pid: Number(pid), fields: fieldsOf(Number(pid)) }))
  const running = all.filter(({ fields: [state = 'X'] }) => state !== 'Z' && state !== 'X')
  const line = new Set([process.pid])
  for (let size = 0; size !== line.size;) {
    size = line.size
    for (const { pid, fields } of running) if (line.has(Number(fields[1]))) line.add(pid)
  }
  const group = groupOf(process.pid)
  return running.flatMap(({ pid, fields }) =>
    pid !== process.pid && line.has(pid) && Number(fields[2]) === group ? [pid] : [],
  )
}

/** Reads the start time of a process; null if it is gone, a zombie, or the system does not say. */
export function startOf(pid: number): string | null {
  const fields = fieldsOf(pid)
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
}

/** Reads the process group of a process; null if it is gone, or the system does not say. */
export function groupOf(pid: number): number | null {
  const group = fieldsOf(pid)[2]
  return group === undefined ? null : Number(group)
}

/** Lists this process and its ancestors. */
export function ownLine(): ReadonlySet<number> {
  const line = new Set<number>()
  for (let pid = process.pid; pid > 0 && !line.has(pid); pid = Number(fieldsOf(pid)[1] ?? 0)) {
    line.add(pid)
  }
  return line
}

/** Returns the fields of /proc/<pid>/stat from the state on. */
function fieldsOf(pid: number): readonly string[] {
  const text = textIn(`/proc/${pid}/stat`)?.trim()
  // The name is in brackets and may contain spaces and brackets itself.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
}
