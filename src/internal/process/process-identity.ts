import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process: its number can be reused, number and start time together cannot. */
export interface ProcessIdentity {
  readonly id: string
  readonly pid: number
  /** Start time in clock ticks since boot; null if the system does not say. */
  readonly start: string | null
  readonly boot: string | null
  readonly host: string
  /** The PID namespace; containers have their own. */
  readonly space: string | null
}

export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid)
}

export function identityOf(pid: number): ProcessIdentity {
  return {
    id: randomUUID(),
    pid,
    start: startOf(pid),
    boot: textOf('/proc/sys/kernel/random/boot_id'),
    host: hostname(),
    space: spaceOf(),
  }
}

/** Tests whether a process may still run; on another host or in another namespace it counts as alive. */
export function mayBeAlive(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return true
  if (identity.boot !== textOf('/proc/sys/kernel/random/boot_id')) return false
  if (identity.space !== spaceOf()) return true
  if (identity.start !== null) return startOf(identity.pid) === identity.start
  try {
    process.kill(identity.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
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
  const text = textOf(`/proc/${pid}/stat`)
  // The name is in brackets and may contain spaces and brackets itself.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
}

function spaceOf(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // There is no /proc on this system.
    return null
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // The process is gone, or there is no /proc.
    return null
  }
}
