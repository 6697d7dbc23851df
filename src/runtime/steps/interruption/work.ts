import { SuretyError, type JsonValue } from '../../../contract/index.ts'
import type { SurvivingWork, WorkProgress } from '../../run/call.ts'
import { warn, type Run } from '../../run/run-state.ts'
import { incompleteEnd } from '../../services/jobs/job-ends.ts'
import type { JobFacts, JobStore } from '../../services/jobs/job-store.ts'

/** The least time between two reports that are kept. */
const REPORT_MS = 200

/** What interruptible work can do while it runs: report, save its state, and go on from a saved one. */
export class Work implements SurvivingWork {
  readonly #run: Run
  readonly #store: JobStore
  readonly #job: JobFacts
  /** The budget after which work in this process stops at a checkpoint; null in the background. */
  readonly #budgetMs: number | null
  #progress: WorkProgress
  #reportedAt = 0
  #risenAt: number
  #fingerprint: string | null = null

  constructor(run: Run, store: JobStore, job: JobFacts, budgetMs: number | null) {
    this.#run = run
    this.#store = store
    this.#job = job
    this.#budgetMs = budgetMs
    this.#progress = store.progressOf(job.id)
    this.#risenAt = run.limit.elapsed()
  }

  get idleMs(): number {
    return this.#run.limit.elapsed() - this.#risenAt
  }

  /** Keeps how far the work got; a count that falls is the mistake of the command. */
  readonly report = (at: WorkProgress): void => {
    const now = this.#run.limit.elapsed()
    if (at.done < this.#progress.done) {
      this.#run.notes.advice.push(`progress fell from ${this.#progress.done} to ${at.done}`)
    }
    if (at.done > this.#progress.done) this.#risenAt = now
    this.#progress = { ...at, done: Math.max(at.done, this.#progress.done) }
    if (now - this.#reportedAt < REPORT_MS && this.#reportedAt > 0) return
    this.#reportedAt = now
    this.#store.keepProgress(this.#job.id, this.#progress)
    this.#stopIfCancelled()
  }

  /** Saves the state; if the time is up, the call ends here and nowhere else. */
  readonly checkpoint = async (state: JsonValue): Promise<void> => {
    const { key, id } = this.#job
    this.#store.keepCheckpoint(key, { state, fingerprint: this.#fingerprint })
    this.#store.keepProgress(id, this.#progress)
    this.#stopIfCancelled()
    const isOver =
      this.#budgetMs !== null && this.#budgetMs > 0 && this.#run.limit.elapsed() >= this.#budgetMs
    if (!isOver) return
    const paused: JobFacts = { ...this.#job, state: 'paused' }
    this.#store.keep(paused)
    throw incompleteEnd(this.#store, paused, this.#budgetMs)
  }

  /** Returns the saved state, if there is one that fits the input. */
  readonly restore = async (fingerprint: string | null = null): Promise<JsonValue | undefined> => {
    this.#fingerprint = fingerprint
    const { key, id } = this.#job
    const saved = this.#store.checkpointOf(key)
    if (!saved) return undefined
    if (saved['fingerprint'] === fingerprint) return saved['state']
    this.#store.dropCheckpoint(key)
    this.#progress = { done: 0 }
    const text =
      'CHECKPOINT_DISCARDED: The input has changed, so the work starts from the beginning.'
    warn(this.#run, text, { job_id: id })
    return undefined
  }

  flush(): void {
    this.#store.keepProgress(this.#job.id, this.#progress)
  }

  #stopIfCancelled(): void {
    if (!this.#store.isAskedToStop(this.#job.id)) return
    const message = `Job ${this.#job.id} was cancelled.`
    throw new SuretyError('CANCELLED', 'GENERAL_ERROR', message, { retryable: false })
  }
}
