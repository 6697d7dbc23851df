import type { ProgressDisplay, ProgressOptions } from './progress.ts'

/**
 * Makes a progress display that loads its drawing with the first message, so that a command
 * without progress pays nothing. What was said meanwhile is shown once the drawing is there.
 */
export function createDeferredProgress(options: () => ProgressOptions): ProgressDisplay {
  let display: ProgressDisplay | undefined
  let isStopped = false
  let isLoading = false
  let pending: ((display: ProgressDisplay) => void)[] = []
  const load = async () => {
    const { createProgress } = await import('./progress.ts')
    if (isStopped) return
    display = createProgress(options())
    for (const act of pending) act(display)
    pending = []
  }
  const say = (act: (display: ProgressDisplay) => void) => {
    if (isStopped) return
    if (display !== undefined) return act(display)
    pending.push(act)
    if (isLoading) return
    isLoading = true
    // Progress is a courtesy: where it cannot be drawn, the command goes on without it.
    load().catch(() => {})
  }
  return {
    update: (message, at) => say((drawn) => drawn.update(message, at)),
    step: (name) => say((drawn) => drawn.step(name)),
    log: (line) => {
      // A log line is not a courtesy and does not wait.
      if (display !== undefined && !isStopped) display.log(line)
      else options().write(`${line}\n`)
    },
    stop() {
      isStopped = true
      pending = []
      display?.stop()
    },
  }
}
