import { fail, SIGNAL_EXITS } from '../../../contract/index.ts'
import type { Signal } from '../../process/world.ts'
import { timeLeft } from '../../run/limit/deadline.ts'
import { encodeOutcome, encoderOf } from '../../run/ending/encode-outcome.ts'
import type { Run } from '../../run/run-state.ts'

/** How long a reader may take for the answer of a run that is already late or interrupted. */
const GRACE_MS = 1500

/**
 * Waits until a reader has taken the answer, but no longer than the time limit of the run, and not after
 * a signal. Returns the exit code; it is that of the limit or of the signal if the answer is incomplete.
 */
export async function waitForReader(
  run: Run,
  writing: Promise<void>,
  exitCode: number,
): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  let giveUp: (signal: Signal | null) => void
  const abandoned = new Promise<Signal | null>((resolve) => {
    giveUp = resolve
  })
  const limit = run.abortReason === undefined ? timeLeft(run) : GRACE_MS
  if (limit > 0) timer = setTimeout(() => giveUp(null), Math.max(limit, GRACE_MS))
  let isHurried = false
  const hurry = (signal: Signal): void => {
    // Further signals must not prolong the wait.
    if (isHurried) return
    isHurried = true
    clearTimeout(timer)
    timer = setTimeout(() => giveUp(signal), GRACE_MS)
  }
  if (run.lateSignal) hurry(run.lateSignal)
  const stopListening = run.world.onInterruption((by) => {
    if (by.kind === 'signal') hurry(by.signal)
  })
  try {
    const result = await Promise.race([writing.then(() => 'written' as const), abandoned])
    if (result === 'written') return exitCode
    // Its own error has no reader either.
    writing.catch(() => {})
    void run.world.write('stderr', '[ERROR] the reader did not take the whole answer in time\n')
    if (exitCode !== 0) return exitCode
    return result === null ? timeoutExit(run) : exitOfSignal(result)
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

/** Finds the exit code of a timeout in the dialect of the run. */
async function timeoutExit(run: Run): Promise<number> {
  const outcome = fail({
    exit: 'TIMEOUT',
    error: { code: 'TIMEOUT', message: 'The time limit passed.' },
  })
  return encodeOutcome(run, await encoderOf(run), outcome).exit_code
}

function exitOfSignal(signal: Signal): number {
  return Object.values(SIGNAL_EXITS).find((exit) => exit.signal === signal)!.number
}
