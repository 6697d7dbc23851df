import type { ProgressDisplay } from './progress.ts'

/**
 * Makes a progress display that loads its implementation with the first message, so that a command
 * without progress does not load it. Messages during the load are shown afterwards.
 */
export function createDeferredProgress(
  loadDisplay: () => Promise<ProgressDisplay>,
  write: (text: string) => void,
): ProgressDisplay {
  let display: ProgressDisplay | undefined
  let isStopped = false
  let isLoading = false
  let pending: ((display: ProgressDisplay) => void)[] = []
  const load = async () => {
    const loaded = await loadDisplay()
    if (isStopped) return loaded.stop()
    display = loaded
    for (const act of pending) act(display)
    pending = []
  }
  const enqueue = (act: (display: ProgressDisplay) => void) => {
    if (isStopped) return
    if (display !== undefined) return act(display)
    pending.push(act)
    if (isLoading) return
    isLoading = true
    // Progress is a courtesy: where it cannot be drawn, the command goes on without it.
    load().catch(() => {})
  }
  return {
    update: (message, at) => enqueue((drawn) => drawn.update(message, at)),
    step: (name) => enqueue((drawn) => drawn.step(name)),
    log: (line) => {
      // A log line must not wait for the display.
      if (display !== undefined && !isStopped) display.log(line)
      else write(`${line}\n`)
    },
    stop() {
      isStopped = true
      pending = []
      display?.stop()
    },
  }
}
