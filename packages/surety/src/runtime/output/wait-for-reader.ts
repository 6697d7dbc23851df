import { SIGNAL_EXITS, signalExitName } from '../../contract/index.ts'
import type { Signal } from '../process/world.ts'
import type { Run } from '../run/run-state.ts'
import { encodeRun } from './encode-run.ts'

/** How long a reader may take for the answer of a run that is already late or interrupted. */
const GRACE_MS = 1500

/** Waits for the reader; the exit code is that of the limit or of the signal if the answer is incomplete. */
export async function waitForReader(
  run: Run,
  writing: Promise<void>,
  exitCode: number,
): Promise<number> {
  const result = await waitWithin(run, writing, GRACE_MS)
  if ('value' in result) return exitCode
  // Its own error has no reader either.
  writing.catch(() => {})
  void run.world.write('stderr', '[ERROR] the reader did not take the whole answer in time\n')
  if (exitCode !== 0) return exitCode
  if (result.givenUp === null) return timeoutExit(run)
  return SIGNAL_EXITS[signalExitName(result.givenUp)].number
}

/** Waits for others, but not beyond the limit of the run or a signal, and a time of grace; null stands for the limit. */
export async function waitWithin<Value>(
  run: Run,
  pending: PromiseLike<Value>,
  graceMs: number,
): Promise<{ readonly value: Value } | { readonly givenUp: Signal | null }> {
  let timer: NodeJS.Timeout | undefined
  let stopListening = (): void => {}
  const abandoned = new Promise<{ readonly givenUp: Signal | null }>((resolve) => {
    const isLate = run.signal.aborted && graceMs > 0
    const limit = isLate ? graceMs : run.limit.left()
    if (limit > 0) timer = setTimeout(() => resolve({ givenUp: null }), Math.max(limit, graceMs))
    let isHurried = false
    const hurry = (signal: Signal): void => {
      // Further signals must not prolong the wait.
      if (isHurried) return
      isHurried = true
      clearTimeout(timer)
      timer = setTimeout(() => resolve({ givenUp: signal }), graceMs)
    }
    if (run.lateSignal) hurry(run.lateSignal)
    stopListening = run.world.onInterruption((by) => {
      if (by.kind === 'signal') hurry(by.signal)
    })
  })
  try {
    return await Promise.race([pending.then((value) => ({ value })), abandoned])
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

async function timeoutExit(run: Run): Promise<number> {
  const error = { code: 'TIMEOUT', message: 'The time limit passed.' }
  const late = await encodeRun(run, { data: null, failure: { exit: 'TIMEOUT', error } })
  return late.encoded.exit_code
}
