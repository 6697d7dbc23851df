/** Lets at most so many pieces of work run at once; the others wait in line. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a limiter. */
export function createLimiter(most: number): Limiter {
  let running = 0
  const line: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => line.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed on without a gap in which a newcomer could slip in.
      const next = line.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
