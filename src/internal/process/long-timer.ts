const LONGEST_MS = 2 ** 31 - 1

/** Calls back after any time and gives a way to cancel; Node's own timers fire at once beyond 24 days. */
export function startTimer(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (left: number): void => {
    timer =
      left > LONGEST_MS
        ? setTimeout(() => wait(left - LONGEST_MS), LONGEST_MS)
        : setTimeout(act, left)
  }
  wait(ms)
  return () => clearTimeout(timer)
}
