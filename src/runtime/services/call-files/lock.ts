import { statSync } from 'node:fs'
import { join } from 'node:path'

import { defect, SuretyError } from '../../../contract/index.ts'
import { waitForLock } from '../../../internal/process/file-lock.ts'
import { stateFolder } from '../../run/instance-folder.ts'
import type { Run } from '../../run/run-state.ts'
import { makeFolder } from '../../../internal/own-folder.ts'

/** Takes a lock among all calls of a tool; it is free when the call ends, however that is. */
export async function takeLock(
  run: Run,
  name: string,
  { waitMs = 10_000 }: { readonly waitMs?: number } = {},
): Promise<() => void> {
  const { cli, world } = run
  if (!/^[\w.-]+$/.test(name)) throw defect('LOCK_NAME', `'${name}' is no name of a lock`)
  const folder = join(stateFolder(cli, world.env) ?? '/', 'locks')
  const path = join(folder, name)
  makeFolder(folder, 0o700)
  const lock = await waitForLock(path, { waitMs, signal: run.signal })
  if (lock.kind === 'busy') throw held(run, path, lock.pid)
  run.ending.cleanups.push(lock.release)
  return lock.release
}

function held({ world }: Run, path: string, pid: number): SuretyError {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const age = since === undefined ? 0 : Math.max(0, Math.round(world.now().getTime() - since))
  return new SuretyError('LOCK_HELD', 'PRECONDITION', `Process ${pid} holds the lock.`, {
    retryable: true,
    retry_after_ms: 1000,
    details: { lock_file: path, holder_pid: pid, holder_age_ms: age },
  })
}
