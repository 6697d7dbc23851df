/** How many calls are at work at once; each may be a process. */
const MAX_AT_ONCE = 32

/** How many more may wait for their turn. */
const MAX_WAITING = 1000

/** What is said to a call that is not even let wait. */
export const FULL = `${MAX_AT_ONCE} calls are at work and ${MAX_WAITING} wait; this one did not begin.`

/** Makes what lets calls begin in their order, a limited number at once; a turn is over when it is called. */
export function createTurns(): (signal: AbortSignal) => Promise<(() => void) | 'full' | 'left'> {
  let free = MAX_AT_ONCE
  const waiting = new Set<() => void>()
  const give = (): void => {
    const [next] = waiting
    if (!next) return void (free += 1)
    waiting.delete(next)
    next()
  }
  return async (signal) => {
    if (free > 0) {
      free -= 1
      return give
    }
    if (waiting.size >= MAX_WAITING) return 'full'
    return new Promise((resolve) => {
      const leave = () => waiting.delete(begin) && resolve('left')
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve(give)
      }
      waiting.add(begin)
      signal.addEventListener('abort', leave)
    })
  }
}
