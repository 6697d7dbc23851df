import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

import { isJsonObject, SuretyError } from '../../contract/index.ts'
import {
  mayBeAlive,
  ownIdentity,
  type ProcessIdentity,
} from '../../internal/process/process-identity.ts'

/** A batch's state that this process alone works on until it gives it back. */
export interface StateLock {
  readonly release: () => void
}

/**
 * Takes the lock of a state file: a file beside it that exactly one process can create, naming its
 * holder. The lock of a process that is gone is taken over; of several who find it, one gets it,
 * because the heir of each holder is again a file that one process alone can create.
 */
export function lockState(path: string): StateLock {
  const lock = `${path}.lock`
  const own = ownIdentity()
  const draft = `${lock}.${own.id}.tmp`
  writeFileSync(draft, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
  try {
    while (!tryLock(path, lock, draft)) {
      // Somebody was quicker or has just given it back; every round ends with a holder or without one.
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release() {
      if (readHolder(lock)?.id === own.id) rmSync(lock, { force: true })
    },
  }
}

function tryLock(path: string, lock: string, draft: string): boolean {
  if (create(draft, lock)) return true
  const holder = readHolder(lock)
  if (holder === undefined) return false
  for (let last = holder; ;) {
    if (mayBeAlive(last)) throw lockedBy(path, last)
    const heir = `${lock}.${last.id}`
    if (create(draft, heir)) {
      // Others may have taken over and given back since the holder was read; then this claim is void.
      const isCurrent = readHolder(lock)?.id === holder.id
      if (isCurrent) renameSync(heir, lock)
      else rmSync(heir, { force: true })
      return isCurrent
    }
    const next = readHolder(heir)
    if (next === undefined) return false
    last = next
  }
}

/** Creates a file with all of its content at once, or not at all. */
function create(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): ProcessIdentity | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    // Given back in the meantime.
    return undefined
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value) && typeof value['id'] === 'string' && /^[\w-]+$/.test(value['id']))
      return value as unknown as ProcessIdentity
  } catch {
    // Falls through: what cannot be read names nobody who could still hold it.
  }
  return { ...ownIdentity(), id: 'unreadable', boot: 'unreadable' }
}

function lockedBy(path: string, { pid, host }: ProcessIdentity): SuretyError {
  return new SuretyError(
    'STATE_LOCKED',
    'UNAVAILABLE',
    `Another batch (process ${pid} on ${host}) works on ${path}.`,
    {
      retryable: true,
      phase: 'validation',
      target: path,
      suggestion: `Wait for it to end, or give another state file. If there is no such process, remove ${path}.lock.`,
    },
  )
}
