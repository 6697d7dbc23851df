import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { identityOf } from '../../../internal/process/process-identity.ts'
import type { World } from '../../process/world.ts'
import type { JobFacts, JobStore } from '../../services/jobs/job-store.ts'

/** The variable that tells a process which job it does. */
export const JOB_VARIABLE = 'SURETY_JOB'

/**
 * Starts the process that does the work of a job: the same call, in a session of its own, without any
 * descriptor of the caller, so that neither its signals nor its end reach the job.
 */
export function startWorker(
  store: JobStore,
  job: JobFacts,
  { env, cwd, argv }: World,
  stdin: string | null,
): void {
  const folder = store.folderOf(job.id)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = openSync(join(folder, 'log'), 'a', 0o600)
  const input = stdin === null ? null : spool(join(folder, 'stdin'), stdin)
  try {
    const [, script = ''] = process.argv
    const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
      cwd,
      env: { ...env, [JOB_VARIABLE]: job.id },
      stdio: [input ?? 'ignore', log, log],
      detached: true,
      windowsHide: true,
    })
    // A process that cannot be started leaves no answer, which is reported as the loss of the job.
    child.on('error', () => {})
    child.unref()
    if (child.pid !== undefined) store.keepWorker(job.id, identityOf(child.pid))
  } finally {
    closeSync(log)
    if (input !== null) closeSync(input)
  }
}

function spool(path: string, text: string): number {
  writeFileSync(path, text, { mode: 0o600 })
  return openSync(path, 'r')
}
