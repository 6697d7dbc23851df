import type { JsonObject } from '../../../contract/index.ts'
import { createRedactor } from '../../../internal/redact/redactor.ts'
import { StoredEnd } from '../../run/ending/stored-end.ts'
import type { UnfinishedOutcome } from '../../run/ending/unfinished-outcome.ts'
import type { JobFacts, JobStore, StoredAnswer } from './job-store.ts'

/** Makes the end of a call that returns before its work is done. */
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
  const { data, failure, warnings, meta } = answer
  return new StoredEnd(
    {
      data,
      failure: failure as unknown as UnfinishedOutcome['failure'],
      meta: { ...meta, ...more },
    },
    warnings,
  )
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
