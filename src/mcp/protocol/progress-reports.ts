import type { CallProgress } from '../served-tool.ts'

/** Progress as the protocol has it. */
export interface ProgressParams {
  readonly progress: number
  readonly total?: number
  readonly message: string
}

/** The shortest time between two reports; a client can show no more. */
const PAUSE_MS = 50

/**
 * Makes a reporter that passes progress on, at most one report per pause, with numbers that always grow as
 * the protocol demands.
 */
export function createProgressReports(
  send: (params: ProgressParams) => void,
  now: () => number = () => performance.now(),
): (progress: CallProgress) => void {
  let last = 0
  let sentAt = Number.NEGATIVE_INFINITY
  return ({ message, done, total }) => {
    if (now() - sentAt < PAUSE_MS) return
    sentAt = now()
    last = done !== undefined && done > last ? done : last + 1
    // A total that is passed says nothing.
    const isBound = total !== undefined && total >= last
    send({ progress: last, ...(isBound && { total }), message })
  }
}
