import type { UnfinishedOutcome } from './unfinished-outcome.ts'

/** Thrown to end a run with an outcome that exists already: a stored answer, or that of incomplete work. */
export class StoredEnd extends Error {
  override readonly name = 'StoredEnd'
  readonly outcome: UnfinishedOutcome
  /** The warnings of the run that did the work. */
  readonly warnings: readonly string[]

  constructor(outcome: UnfinishedOutcome, warnings: readonly string[] = []) {
    super('the run ends with a stored outcome')
    this.outcome = outcome
    this.warnings = warnings
  }
}
