import { SuretyError, type JsonValue } from '../../../contract/index.ts'
import type { SurvivingWork, WorkProgress } from '../../run/call.ts'
import { advise, warn, type Run } from '../../run/run-state.ts'
import { incompleteEnd } from '../../services/jobs/job-ends.ts'
import type { JobFacts, JobStore } from '../../services/jobs/job-store.ts'

/** The least time between two reports that are kept. */
const REPORT_MS = 200

/**
 * Makes what interruptible work can do while it runs: report, save its state, and go on from a saved one. After the
 * budget, work in this process stops at a checkpoint; in the background there is none.
 */
export function createWork(run: Run, store: JobStore, job: JobFacts, budgetMs: number | null) {
  const { key, id } = job
  let progress = store.progressOf(id)
  let reportedAt = 0
  let risenAt = run.limit.elapsed()
  let fingerprint: string | null = null
  const keep = () => store.keepProgress(id, progress)
  const stopIfCancelled = (): void => {
    if (!store.isAskedToStop(id)) return
    const message = `Job ${id} was cancelled.`
    throw new SuretyError('CANCELLED', 'GENERAL_ERROR', message, { retryable: false })
  }
  return {
    keep,
    idleMs: () => run.limit.elapsed() - risenAt,
    /** Keeps how far the work got; a count that falls is the mistake of the command. */
    report: (at: WorkProgress) => {
      const now = run.limit.elapsed()
      if (at.done < progress.done) advise(run, `progress fell from ${progress.done} to ${at.done}`)
      if (at.done > progress.done) risenAt = now
      progress = { ...at, done: Math.max(at.done, progress.done) }
      if (now - reportedAt < REPORT_MS && reportedAt > 0) return
      reportedAt = now
      keep()
      stopIfCancelled()
    },
    /** Saves the state; if the time is up, the call ends here and nowhere else. */
    checkpoint: async (state: JsonValue) => {
      store.keepCheckpoint(key, { state, fingerprint })
      keep()
      stopIfCancelled()
      if (!budgetMs || run.limit.elapsed() < budgetMs) return
      const paused: JobFacts = { ...job, state: 'paused' }
      store.keep(paused)
      throw incompleteEnd(store, paused, budgetMs)
    },
    /** Returns the saved state, if there is one that fits the input. */
    restore: async (given: string | null = null) => {
      fingerprint = given
      const saved = store.checkpointOf(key)
      if (!saved) return undefined
      if (saved['fingerprint'] === given) return saved['state']
      store.dropCheckpoint(key)
      progress = { done: 0 }
      const text =
        'CHECKPOINT_DISCARDED: The input has changed, so the work starts from the beginning.'
      warn(run, text, { job_id: id })
      return undefined
    },
  } satisfies SurvivingWork & Record<string, unknown>
}
