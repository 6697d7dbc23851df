import type { JsonObject } from '../../../contract/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { JobDeclaration, JobState } from '../../declare/command-declaration.ts'
import { jobDescriptor } from '../../result/job-descriptor.ts'
import { loadAll } from '../../route/load-all.ts'

const args = {
  id: s.string().resourceId().describe('The job_id from the answer that started the job'),
}

/** Makes `job status`, which exits with 0 only if the job is complete. */
export function jobStatusCommand(cli: Cli): Command {
  return defineCommand({
    description: 'Shows the status of a job',
    danger: 'safe',
    type: 'job',
    exitCodes: {
      SUCCESS: { description: 'The job is complete', sideEffects: 'none' },
      PARTIAL_FAILURE: 'The job is still running',
      PRECONDITION: 'The job failed or was cancelled',
      NOT_FOUND: 'There is no such job',
    },
    errors: {
      JOB_RUNNING: 'PARTIAL_FAILURE',
      JOB_FAILED: 'PRECONDITION',
      JOB_NOT_FOUND: 'NOT_FOUND',
    },
    args,
    run: async ({ args: { id }, fail, warn }): Promise<JsonObject> => {
      const found = await findJob(cli, warn, (job) => job.status(id))
      if (!found) return fail('JOB_NOT_FOUND', `There is no job ${id}.`)
      const descriptor = jobDescriptor(cli, found.job, id, found.state)
      const { status, message } = found.state
      if (status === 'complete') return descriptor
      if (status === 'running') {
        return fail('JOB_RUNNING', `Job ${id} is still running.`, {
          details: descriptor,
          suggestion: `Ask again in ${found.job.pollIntervalMs ?? 1000} ms.`,
        })
      }
      return fail('JOB_FAILED', message ?? `Job ${id} ended as ${status}.`, { details: descriptor })
    },
  })
}

/** Makes `job cancel`, which does nothing if the job has ended. */
export function jobCancelCommand(cli: Cli): Command {
  return defineCommand({
    description: 'Stops a job',
    danger: 'mutating',
    type: 'job',
    exitCodes: { SUCCESS: 'The job is stopped or had ended', NOT_FOUND: 'There is no such job' },
    errors: { JOB_NOT_FOUND: 'NOT_FOUND' },
    args,
    run: async ({ args: { id }, fail, warn }): Promise<JsonObject> => {
      const before = await findJob(cli, warn, (job) => job.status(id))
      if (!before) return fail('JOB_NOT_FOUND', `There is no job ${id}.`)
      if (before.state.status !== 'running') {
        return { effect: 'noop', ...jobDescriptor(cli, before.job, id, before.state) }
      }
      const state = await before.job.cancel(id)
      if (!state) return fail('JOB_NOT_FOUND', `There is no job ${id}.`)
      return { effect: 'updated', ...jobDescriptor(cli, before.job, id, state) }
    },
  })
}

/** Finds a job that a command started by itself. */
export async function findJob(
  cli: Cli,
  report: (problem: string) => void,
  ask: (job: JobDeclaration) => JobState | null | Promise<JobState | null>,
): Promise<{ job: JobDeclaration; state: JobState } | null> {
  for (const { command } of await loadAll(cli, {}, report)) {
    const { job } = command.declaration
    const state = job && (await ask(job))
    if (job && state) return { job, state }
  }
  return null
}
