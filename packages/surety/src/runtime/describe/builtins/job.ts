import type { JsonObject } from '../../../contract/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { JobDeclaration, JobState } from '../../declare/types/command-parts.ts'
import { jobDescriptor } from '../../result/job-descriptor.ts'
import { loadAll } from '../load-commands.ts'
import { budgetOf, incompleteEnd, lostEnd, waitForJob } from '../../services/jobs/job-ends.ts'
import { JobStore, type JobFacts } from '../../services/jobs/job-store.ts'

const args = {
  id: s.string().resourceId().describe('The job_id'),
}
const EXITS = {
  SUCCESS: { description: 'The job is complete', sideEffects: 'none' },
  PRECONDITION: 'The job failed or was cancelled',
  NOT_FOUND: 'There is no such job',
} as const
const ERRORS = { JOB_FAILED: 'PRECONDITION', JOB_NOT_FOUND: 'NOT_FOUND' } as const
const RUNNING = { JOB_RUNNING: 'PARTIAL_FAILURE' } as const

/** Makes `job wait`, which returns the answer of a job, or how far it got. */
export function waitCommand(cli: Cli): Command {
  return defineCommand({
    description: 'Waits for a job and returns its answer',
    danger: 'safe',
    exitCodes: EXITS,
    errors: ERRORS,
    args,
    options: { budget: s.duration().optional().describe('How long to wait; 0 for no limit') },
    run: async ({ args: { id }, options, fail, warn, ...ctx }): Promise<JsonObject> => {
      const { processEnv: env, now } = ctx
      const started = performance.now()
      const elapsed = () => performance.now() - started
      const store = new JobStore(cli, { env, now })
      const budgetMs = budgetOf({ env, isStdoutTty: false }, options.budget)
      const own = store.find(id)
      if (own) return waitForJob(store, own, budgetMs, elapsed)
      for (;;) {
        const found = await findJob(cli, warn, id)
        if (!found) return fail('JOB_NOT_FOUND', `There is no job ${id}.`)
        const { job, state, descriptor } = found
        if (state.status === 'complete') return descriptor
        if (state.status !== 'running')
          return fail('JOB_FAILED', endedText(id, state), { details: descriptor })
        const left = budgetMs === null || budgetMs === 0 ? Infinity : budgetMs - elapsed()
        if (left <= 0) throw incompleteEnd(store, asyncJob(store, id), budgetMs)
        const pause = Math.min(job.pollIntervalMs ?? 1000, left)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
  })
}

/** Makes `job status`, which never waits. Running jobs are JOB_RUNNING, or incomplete where work may outlive its call. */
export function statusCommand(cli: Cli, outlives: boolean): Command {
  return defineCommand({
    description: 'Shows the status of a job',
    danger: 'safe',
    type: 'job',
    exitCodes: outlives ? EXITS : { ...EXITS, PARTIAL_FAILURE: 'The job is still running' },
    errors: (outlives ? ERRORS : { ...RUNNING, ...ERRORS }) as typeof RUNNING & typeof ERRORS,
    args,
    run: async ({ args: { id }, fail, warn, processEnv: env, now }): Promise<JsonObject> => {
      const store = outlives ? new JobStore(cli, { env, now }) : null
      const own = store?.find(id)
      if (store && own) return statusOf(store, own, fail)
      const found = await findJob(cli, warn, id)
      if (!found) return fail('JOB_NOT_FOUND', `There is no job ${id}.`)
      const { job, state, descriptor } = found
      if (state.status === 'complete') return descriptor
      if (state.status !== 'running')
        return fail('JOB_FAILED', endedText(id, state), { details: descriptor })
      if (store) throw incompleteEnd(store, asyncJob(store, id))
      return fail('JOB_RUNNING', `Job ${id} is still running.`, {
        details: descriptor,
        suggestion: `Ask again in ${job.pollIntervalMs ?? 1000} ms.`,
      })
    },
  })
}

function statusOf(
  store: JobStore,
  job: JobFacts,
  fail: (code: 'JOB_FAILED', message: string) => never,
): JsonObject {
  const isAlive = store.isAlive(job)
  const answer = store.answerOf(job.id)
  const progress = { ...store.progressOf(job.id) }
  if (answer?.failure === null) return { job_id: job.id, state: 'complete', progress }
  if (answer) return fail('JOB_FAILED', `Job ${job.id} has failed; job wait returns its answer.`)
  if (!isAlive && job.state === 'running') throw lostEnd(store, job, {})
  throw incompleteEnd(store, job)
}

/** Makes `job cancel`, which does nothing if the job has ended; work that outlives its call loses its checkpoint. */
export function cancelCommand(cli: Cli, outlives: boolean): Command {
  return defineCommand({
    description: outlives ? 'Stops a job and discards its checkpoint' : 'Stops a job',
    danger: 'mutating',
    type: 'job',
    exitCodes: { SUCCESS: 'The job is stopped or had ended', NOT_FOUND: 'There is no such job' },
    errors: { JOB_NOT_FOUND: 'NOT_FOUND' },
    args,
    run: async ({ args: { id }, fail, warn, processEnv: env, now }): Promise<JsonObject> => {
      const store = outlives ? new JobStore(cli, { env, now }) : null
      const own = store?.find(id)
      if (store && own) return cancel(store, own)
      const found = await findJob(cli, warn, id)
      if (!found) return fail('JOB_NOT_FOUND', `There is no job ${id}.`)
      const { job, descriptor } = found
      if (found.state.status !== 'running') return { effect: 'noop', ...descriptor }
      const state = await job.cancel(id)
      if (!state) return fail('JOB_NOT_FOUND', `There is no job ${id}.`)
      return { effect: 'updated', ...jobDescriptor(cli, job, id, state) }
    },
  })
}

/** How long a job may take to come to its next checkpoint or report. */
const STOP_MS = 10_000

async function cancel(store: JobStore, job: JobFacts): Promise<JsonObject> {
  const isDone = () => store.answerOf(job.id) !== null
  const isOver = () => isDone() || job.state === 'paused' || !store.isAlive(job)
  const effect = isDone() ? 'noop' : 'updated'
  if (!isOver()) store.askToStop(job.id)
  for (const started = performance.now(); !isOver();) {
    if (performance.now() - started > STOP_MS) end(store.worker(job.id))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (job.state === 'paused') store.forget(job)
  else store.dropCheckpoint(job.key)
  return { effect, job_id: job.id, state: effect === 'noop' ? 'complete' : 'cancelled' }
}

/** Ends the session of a worker that does not come to a checkpoint. */
function end(pid: number | null): void {
  try {
    if (pid !== null) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Finds a job that a command started by itself. */
async function findJob(
  cli: Cli,
  report: (problem: string) => void,
  id: string,
): Promise<{ job: JobDeclaration; state: JobState; descriptor: JsonObject } | null> {
  for (const { command } of await loadAll(cli, {}, report)) {
    const { job } = command.declaration
    const state = job && (await job.status(id))
    if (job && state) return { job, state, descriptor: jobDescriptor(cli, job, id, state) }
  }
  return null
}

function endedText(id: string, { message, status }: JobState): string {
  return message ?? `Job ${id} ended as ${status}.`
}

/** A job that a command started by itself; only the command knows how far it is. */
function asyncJob(store: JobStore, id: string): JobFacts {
  const continue_command = `${store.tool} job wait ${id}`
  return { id, key: id, state: 'running', at: 0, retryable: true, continue_command }
}
