import { isJsonObject, type Outcome } from '../../contract/index.ts'

/** What an INCOMPLETE answer of contract 1.16 says about its work. */
export interface IncompleteWork {
  /** True when a background job goes on by itself; false when the work stopped at a checkpoint. */
  readonly isRunning: boolean
  readonly jobId: string
  readonly done: number
  readonly continueCommand: string
  readonly cancelCommand: string
}

/** Reads the work of an INCOMPLETE answer; undefined for other answers, and if a member is missing. */
export function incompleteWork({ exit, data }: Outcome): IncompleteWork | undefined {
  if (exit !== 'INCOMPLETE' || !isJsonObject(data) || !isJsonObject(data['progress'])) {
    return undefined
  }
  const { state, job_id: jobId, continue_command: next, cancel_command: cancel } = data
  const { done } = data['progress']
  if (typeof jobId !== 'string' || typeof next !== 'string' || typeof cancel !== 'string') {
    return undefined
  }
  if (typeof done !== 'number') return undefined
  const isRunning = state === 'running'
  return { isRunning, jobId, done, continueCommand: next, cancelCommand: cancel }
}
