import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

import { textIn } from '../own-folder.ts'
import { startOf } from './process-table.ts'

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

function spaceOf(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // There is no /proc on this system.
    return null
  }
}

function textOf(path: string): string | null {
  return textIn(path)?.trim() ?? null
}
