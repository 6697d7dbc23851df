import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { defect, SuretyError } from '../../../contract/index.ts'
import { tryLock } from '../../../internal/process/file-lock.ts'
import { instanceFolder } from '../../run/instance-folder.ts'
import type { Run } from '../../run/run-state.ts'
import { makeFolder } from '../../../internal/own-folder.ts'

const LOOK_MS = 50
const RETRY_MS = 1000

/** Takes a lock among all calls of a tool; it is free when the call ends, however that is. */
export async function takeLock(
  run: Run,
  name: string,
  { waitMs = 10_000 }: { readonly waitMs?: number } = {},
): Promise<() => void> {
  const { cli, world } = run
  if (!/^[\w.-]+$/.test(name)) throw defect('LOCK_NAME', `'${name}' is no name of a lock`)
  const state = world.env['XDG_STATE_HOME'] || `${world.env['HOME'] ?? ''}/.local/state`
  const folder = instanceFolder(cli, world.env) ?? join(state, cli.declaration.name)
  const path = join(folder, 'locks', name)
  makeFolder(join(folder, 'locks'), 0o700)
  const until = world.monotonic() + waitMs
  for (;;) {
    const lock = tryLock(path)
    if (lock.kind === 'taken') {
      run.ending.cleanups.push(lock.release)
      return lock.release
    }
    if (world.monotonic() >= until) throw held(run, path, lock.pid)
    await sleep(LOOK_MS, undefined, { signal: run.signal })
  }
}

function held({ world }: Run, path: string, pid: number): SuretyError {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const age = since === undefined ? 0 : Math.max(0, Math.round(world.now().getTime() - since))
  return new SuretyError('LOCK_HELD', 'PRECONDITION', `Process ${pid} holds the lock.`, {
    phase: 'execution',
    retryable: true,
    retry_after_ms: RETRY_MS,
    details: { lock_file: path, holder_pid: pid, holder_age_ms: age },
  })
}
