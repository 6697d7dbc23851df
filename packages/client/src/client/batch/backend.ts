import { SuretyError } from 'surety/unstable/contract'
import type { BatchCall } from './call-identity.ts'
import type { BatchRecord, Settlement } from './record.ts'

export interface PlannedCall {
  readonly key: string
  readonly index: number
  readonly call: BatchCall
}

/** An earlier start whose end nobody saw; `call` is what its processes carry, null if that is not known. */
export interface EarlierStart {
  readonly call: string | null
}

export interface Doubt extends PlannedCall {
  /** Its id, or `#` and its place in the batch. */
  readonly name: string
  /** Its processes that are still alive, as far as this machine can see. */
  readonly pids: readonly number[]
  /** Its answer, if it ended and may have changed something all the same; undefined if nobody saw its end. */
  readonly ended?: BatchRecord
  /** Where and when it was started, if another machine may have done it. */
  readonly worker?: { readonly host: string; readonly pid: number; readonly at: string }
}

/** The total are known calls; a state file does not know those that were never started. */
export type BatchCounts = Readonly<
  Record<'total' | 'waiting' | 'running' | 'succeeded' | 'failed' | 'in_doubt', number>
>

/** A call is marked before it starts and sealed when it has ended; else it is in doubt. */
export interface CallRecorder {
  /** Records a start, before the process; throws unless it is kept and the call is ours to run. */
  mark(planned: PlannedCall, id: string, earlier?: EarlierStart): Promise<void>
  withdraw(planned: PlannedCall): Promise<void>
  /** Records the end; it has been kept when this resolves. */
  seal(planned: PlannedCall, record: BatchRecord): Promise<void>
}

/** The progress of a batch, in a file or on a queue, for those who look at it and decide. */
export interface BatchBackend extends CallRecorder {
  /** Yields the calls whose end nobody saw, and those that ended without telling whether they changed something. */
  doubts(): AsyncIterable<Doubt>
  /** Records how a call ended, by its name or key. */
  settle(name: string, settlement: Settlement): Promise<BatchRecord>
  /** Yields the ends that are recorded, in the order of the batch. */
  results(): AsyncIterable<BatchRecord>
  counts(): Promise<BatchCounts>
  /** Ends the calls that run and starts no more; returns whether there was anything to cancel. */
  cancel(): Promise<boolean>
  close(): Promise<void>
}

/** Finds the one call of these that is open; throws if there is none, or several. */
export function onlyOpen<Found extends { readonly key: string; readonly isOpen: boolean }>(
  name: string,
  found: readonly Found[],
): Found {
  const [first, ...others] = found.filter(({ isOpen }) => isOpen)
  if (first !== undefined && others.length === 0) return first
  if (first !== undefined) {
    const keys = [first, ...others].map(({ key }) => key).join(', ')
    throw new SuretyError('CALL_AMBIGUOUS', 'ARG_ERROR', `Several calls are named '${name}'.`, {
      phase: 'validation',
      fix_required: `Use the key of one of them: ${keys}.`,
    })
  }
  const message =
    found.length > 0
      ? `The call '${name}' is finished or running, so there is nothing to decide.`
      : `The batch knows no call '${name}'.`
  throw new SuretyError('CALL_NOT_IN_DOUBT', 'NOT_FOUND', message, { phase: 'validation' })
}
