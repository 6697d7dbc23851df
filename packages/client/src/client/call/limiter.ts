/** Runs work, a limited number of pieces at once; the others wait. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

export function createLimiter(most: number): Limiter {
  let running = 0
  const line: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => line.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Pass the slot on directly, so that work that arrives now cannot take it.
      const next = line.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
