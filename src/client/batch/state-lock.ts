import { realpathSync } from 'node:fs'

import { isJsonObject, SuretyError, type JsonObject } from '../../contract/index.ts'
import { tryLock } from '../../internal/process/file-lock.ts'
import {
  mayBeAlive,
  ownIdentity,
  type ProcessIdentity,
} from '../../internal/process/process-identity.ts'
import type { StateFile } from './state-file.ts'

/** Takes the lock beside the file that a path leads to. It also holds between hosts. */
export function lockBeside(path: string): () => void {
  const lock = `${realpathSync(path)}.lock`
  const attempt = tryLock(lock)
  if (attempt.kind === 'taken') return attempt.release
  throw locked(path, attempt, ` If there is no such process, remove ${lock}.`)
}

/**
 * The claims in a state file: hard links give one file two paths, so the lock beside it is not enough. The
 * first living process that appended a claim, and no release, holds the file. Claims from another host or
 * container count for nothing: whether they are alive is unknown, and a claim cannot be removed like a lock.
 */
export class Claims {
  readonly #open = new Map<string, ProcessIdentity>()

  /** Reads a line of the file; returns whether it was about a claim. */
  read(line: JsonObject): boolean {
    const { claim, release } = line
    if (typeof release === 'string') return this.#open.delete(release) || true
    if (!isJsonObject(claim) || typeof claim['id'] !== 'string') return false
    this.#open.set(claim['id'], claim as unknown as ProcessIdentity)
    return true
  }

  /** Claims the file; `readOn` passes the lines appended since the last reading to {@link read}. */
  take(path: string, file: StateFile, readOn: () => void): () => void {
    const own = ownIdentity()
    this.#refuseIfHeld(path, own)
    file.append({ claim: own })
    const release = (): void => file.append({ release: own.id })
    try {
      readOn()
      this.#refuseIfHeld(path, own)
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  #refuseIfHeld(path: string, own: ProcessIdentity): void {
    for (const [id, identity] of this.#open) {
      if (id === own.id) return
      const isNear = identity.host === own.host && identity.space === own.space
      if (isNear && mayBeAlive(identity)) throw locked(path, identity, '')
    }
  }
}

function locked(
  path: string,
  { pid, host }: { readonly pid: number; readonly host: string },
  more: string,
): SuretyError {
  const message = `Another batch (process ${pid} on ${host}) is using ${path}.`
  return new SuretyError('STATE_LOCKED', 'UNAVAILABLE', message, {
    retryable: true,
    phase: 'validation',
    target: path,
    suggestion: `Wait for it to end, or use another state file.${more}`,
  })
}
