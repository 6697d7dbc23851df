import { timeLeft } from '../run/limit/deadline.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Waits for an author's hook that renders the answer, but not beyond the time limit of the run or a
 * signal. Rejects then, and the answer is written without the hook.
 */
export async function renderedInTime<Text>(run: Run, pending: PromiseLike<Text>): Promise<Text> {
  let timer: NodeJS.Timeout | undefined
  let stopListening = (): void => {}
  const cut = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error('it did not finish in time'))
    const left = timeLeft(run)
    if (left > 0) timer = setTimeout(giveUp, left)
    stopListening = run.world.onInterruption((by) => {
      if (by.kind === 'signal') giveUp()
    })
    if (run.lateSignal) giveUp()
  })
  try {
    return await Promise.race([pending, cut])
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}
