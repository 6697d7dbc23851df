import type { ProgressDisplay } from '../human/interactive/progress.ts'
import type { Run } from './run-state.ts'

const displays = new WeakMap<Run, ProgressDisplay>()

/** Returns what draws the progress of a run; null before the first message and after the end. */
export function progressOf(run: Run): ProgressDisplay | null {
  return displays.get(run) ?? null
}

export function showProgress(run: Run, display: ProgressDisplay): ProgressDisplay {
  displays.set(run, display)
  return display
}

/** Ends the display, because something else is to be written to the terminal. */
export function endProgress(run: Run): void {
  displays.get(run)?.stop()
  displays.delete(run)
}
