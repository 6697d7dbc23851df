import type { JsonObject } from '../../../contract/index.ts'
import type { World } from '../../process/world.ts'
import { finishedEnd, incompleteEnd, lostEnd } from './job-ends.ts'
import type { JobFacts, JobStore } from './job-store.ts'

/** The budget of a call without `--budget` and without the variable. */
const DEFAULT_BUDGET_MS = 30_000

/** Finds the budget of a call; null if it has none, as at a terminal. */
export function budgetOf(
  { env, isStdoutTty }: Pick<World, 'env' | 'isStdoutTty'>,
  given: unknown,
): number | null {
  if (typeof given === 'number') return given
  if (isStdoutTty) return null
  const text = env['AGENT_CALL_BUDGET_MS']
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : DEFAULT_BUDGET_MS
}

/**
 * Waits for a job until the budget is used up, and throws the end of the call: the stored answer, the loss
 * of the job, or incomplete work.
 */
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
