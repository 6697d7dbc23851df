/** How often the process is looked at, in milliseconds. */
const LOOK_MS = 5

/**
 * Waits until everything that a call started has come to its end, in a process that goes on after it. What
 * was there before the call does not count. `isOver` ends the wait.
 */
export function untilIdle(before: readonly string[], isOver: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isOver() || isIdle(before)) resolve()
      else setTimeout(look, LOOK_MS).unref()
    }
    setImmediate(look)
  })
}

/** Lists what keeps the process alive. */
export function activeResources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => name !== 'Immediate')
}

function isIdle(before: readonly string[]): boolean {
  const left = [...before]
  return activeResources().every((name) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
