const LONGEST_MS = 2 ** 31 - 1

/** Starts a timer of any length and returns how to cancel it; Node's own fire at once beyond 24 days. */
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
