import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { runMarked } from '@surety/client/unstable/client'
import { runLocked } from '@surety/internal/process/kernel-lock/run-locked.ts'
import type { ProcessEnd, ProcessRequest } from '@surety/internal/process/process-request.ts'
import { programFile, type Surroundings } from './program-file.ts'

/** What the second lock, that of the kernel, holds. Never say more. */
const HOLDS = 'read-only file system, no network, apart from other processes'

const LOCKERS: Readonly<Record<string, string>> = { linux: 'bwrap', darwin: 'sandbox-exec' }

/** What is known of a read that matters to its lock. */
export interface LockedRead {
  readonly network: boolean
  readonly unlocked: string | undefined
  readonly surroundings: { readonly folders: readonly string[] }
}

/** Says whether the second lock held, and if not, why. */
export interface LockReport {
  isHeld: boolean
  why: string | null
}

/** Thrown instead of running a read behind one lock alone. */
export class NotLocked extends Error {}

/**
 * Makes what runs a read behind the second lock. Where that does not hold the read runs behind the first alone, unless
 * both are wanted; the report says it afterwards.
 */
export function lockedStart(
  read: LockedRead,
  where: Surroundings,
  { isNeeded, report }: { readonly isNeeded: boolean; readonly report: LockReport },
): (request: ProcessRequest) => Promise<ProcessEnd> {
  return async (request) => {
    const locked = await tryLocked(request, read, where)
    report.isHeld = locked.isHeld
    report.why = locked.isHeld ? null : locked.why
    if (locked.isHeld) return locked.end
    if (isNeeded) throw new NotLocked(locked.why)
    return runMarked(request)
  }
}

async function tryLocked(
  request: ProcessRequest,
  { unlocked, network: usesNetwork, surroundings }: LockedRead,
  where: Surroundings,
) {
  if (unlocked !== undefined) return { isHeld: false, why: unlocked } as const
  const { platform, arch: processor } = process
  const locker = lockerOf(where)
  if ('why' in locker) return { isHeld: false, why: locker.why } as const
  const own = surroundings.folders
    .map((folder) => folder.replace(/^~/, homedir()))
    .filter(existsSync)
  const wishes = {
    locker: locker.file,
    platform,
    processor,
    usesNetwork,
    folders: own,
    cwd: where.cwd,
  }
  return runLocked(request, wishes, runMarked)
}

function lockerOf(where: Surroundings): { readonly file: string } | { readonly why: string } {
  const name = LOCKERS[process.platform]
  if (name === undefined) return { why: `There is no second lock on ${process.platform}.` }
  const path = [where.path, '/usr/bin', '/bin'].join(':')
  const file = programFile(name, { ...where, path })
  return typeof file === 'string' ? { file } : { why: file.why }
}

/** Tries the second lock here with a program that does nothing. */
export async function tryLock(env: NodeJS.ProcessEnv) {
  const where = { cwd: process.cwd(), path: env['PATH'] ?? '' }
  const request: ProcessRequest = {
    argv: [join('/usr/bin', existsSync('/usr/bin/true') ? 'true' : 'env')],
    env,
    cwd: where.cwd,
    timeoutMs: 5000,
    graceMs: 0,
    drainMs: 50,
    maxBytes: 4096,
  }
  const read = { network: false, unlocked: undefined, surroundings: { folders: [] } }
  const { isHeld, ...rest } = await tryLocked(request, read, where)
  return isHeld ? ({ isHeld } as const) : ({ isHeld, why: (rest as { why: string }).why } as const)
}

/** Says which locks a read has here, for people. */
export async function locksHere(env: NodeJS.ProcessEnv) {
  const lock = await tryLock(env)
  const second = lock.isHeld ? { holds: true, what: HOLDS } : { holds: false, why: lock.why }
  return { knowledge: { holds: true, what: 'every word is known to only read' }, kernel: second }
}
