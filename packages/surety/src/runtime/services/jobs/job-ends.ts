import type { JsonObject } from '../../../contract/index.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { StoredEnd, type UnfinishedOutcome } from '../../run/ending/run-end.ts'
import type { World } from '../../process/world.ts'
import type { JobFacts, JobStore, StoredAnswer } from './job-store.ts'

export function incompleteEnd(
  store: JobStore,
  job: JobFacts,
  budgetMs: number | null = null,
): StoredEnd {
  const { id, state, retryable } = job
  const message =
    state === 'running'
      ? 'The work goes on in the background.'
      : 'The work has stopped at a checkpoint and can go on from there.'
  return new StoredEnd({
    data: {
      state,
      job_id: id,
      progress: { ...store.progressOf(id) },
      continue_command: job.continue_command,
      cancel_command: `${store.tool} job cancel ${id}`,
    },
    failure: { exit: 'INCOMPLETE', error: { code: 'INCOMPLETE', message, retryable } },
    ...(budgetMs !== null && { meta: { budget_ms: budgetMs } }),
  })
}

/** Makes the end of a call whose work was done by another process. */
export function finishedEnd(answer: StoredAnswer, more: JsonObject): StoredEnd {
  const { data, warnings, meta } = answer
  const failure = answer.failure as unknown as UnfinishedOutcome['failure']
  return new StoredEnd({ data, failure, meta: { ...meta, ...more } }, warnings)
}

/** Makes the end of a call whose work was lost: its process is gone and left no answer. */
export function lostEnd(store: JobStore, { id }: JobFacts, more: JsonObject): StoredEnd {
  const detail = createRedactor({ env: store.env }).redact(store.logOf(id))
  return new StoredEnd({
    data: null,
    failure: {
      exit: 'GENERAL_ERROR',
      error: {
        code: 'JOB_LOST',
        message: `The process of job ${id} is gone and left no answer.`,
        retryable: false,
        phase: 'execution',
        ...(detail !== '' && { detail }),
      },
    },
    meta: more,
  })
}

/** The budget of a call without `--budget` and without the variable. */
const DEFAULT_BUDGET_MS = 30_000

/** Finds the budget of a call; null if it has none, as at a terminal. */
export function budgetOf(
  { env, isStdoutTty }: Pick<World, 'env' | 'isStdoutTty'>,
  given: number | undefined,
): number | null {
  if (given !== undefined) return given
  if (isStdoutTty) return null
  const text = env['AGENT_CALL_BUDGET_MS']
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : DEFAULT_BUDGET_MS
}

/** Waits for a job as long as the budget lasts, and throws the end of the call. */
export async function waitForJob(
  store: JobStore,
  job: JobFacts,
  budgetMs: number | null,
  elapsed: () => number,
): Promise<never> {
  const more: JsonObject = budgetMs === null ? {} : { budget_ms: budgetMs }
  const limit = budgetMs === null || budgetMs === 0 ? Number.POSITIVE_INFINITY : budgetMs
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 100)) {
    // The answer is kept before the process ends, so this order never reports a loss wrongly.
    const isAlive = store.isAlive(job)
    const answer = store.answerOf(job.id)
    if (answer) throw finishedEnd(answer, more)
    if (!isAlive && job.state === 'running') throw lostEnd(store, job, more)
    const left = limit - elapsed()
    if (left <= 0 || job.state === 'paused') throw incompleteEnd(store, job, budgetMs)
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)))
  }
}
