import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names one process for good: numbers of processes are used again, their starting times are not. */
export interface ProcessIdentity {
  readonly id: string
  readonly pid: number
  /** Clock ticks since the machine started; null where the system does not tell. */
  readonly start: string | null
  readonly boot: string | null
  readonly host: string
  /** The namespace that the number belongs to; containers have their own. */
  readonly space: string | null
}

/** Names this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    id: randomUUID(),
    pid: process.pid,
    start: startOf(process.pid),
    boot: textOf('/proc/sys/kernel/random/boot_id'),
    host: hostname(),
    space: spaceOf(),
  }
}

/** Tests whether a process may still live; one that cannot be seen from here counts as alive. */
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

/** Reads when a process started; null when it is gone, a zombie, or the system does not tell. */
export function startOf(pid: number): string | null {
  const fields = fieldsOf(pid)
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
}

/** Lists this process and those that it descends from. */
export function ownLine(): ReadonlySet<number> {
  const line = new Set<number>()
  for (let pid = process.pid; pid > 0 && !line.has(pid); pid = Number(fieldsOf(pid)[1] ?? 0)) {
    line.add(pid)
  }
  return line
}

/** Gives what the system tells about a process, from its state on. */
function fieldsOf(pid: number): readonly string[] {
  const text = textOf(`/proc/${pid}/stat`)
  // The name in brackets may hold spaces and brackets itself.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
}

function spaceOf(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Systems without /proc have no such thing.
    return null
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // Gone, or a system without /proc.
    return null
  }
}
